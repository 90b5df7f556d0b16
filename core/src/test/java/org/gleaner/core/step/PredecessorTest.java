package org.gleaner.core.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.core.step.GridFixture.ANNA;
import static org.gleaner.core.step.GridFixture.array;
import static org.gleaner.core.step.GridFixture.failed;
import static org.gleaner.core.step.GridFixture.job;
import static org.gleaner.core.step.GridFixture.limits;

import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Cause;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Question;
import org.gleaner.core.grid.QuotaUse;
import org.gleaner.core.grid.Reason;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Remark;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.grid.Violation;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.job.Turn;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Start;
import org.gleaner.core.node.Capacity;
import org.junit.jupiter.api.Test;

/** Tasks wait for others and go on, or are cancelled, with them. */
final class PredecessorTest {
    private static final Ordinals ALL = new Ordinals(List.of());

    private final GridFixture grid = new GridFixture();
    private final Introduced node = grid.introduce("lab", new Capacity(8, MemorySize.parse("8G")));

    private static JobSpec after(JobSpec spec, Predecessor... before) {
        return spec.withTurn(Turn.USUAL.after(List.of(before)));
    }

    private static Predecessor whole(JobId job) {
        return new Predecessor(job, ALL, false);
    }

    private static Predecessor each(JobId job) {
        return new Predecessor(job, ALL, true);
    }

    private List<TaskState> states(JobId job, int tasks) {
        List<TaskState> states = new ArrayList<>();
        for (int ordinal = 1; ordinal <= tasks; ordinal++) {
            states.add(grid.task(job, ordinal));
        }
        return states;
    }

    private List<AttemptId> start() {
        return grid.orders(node).start().stream().map(Start::attempt).toList();
    }

    private void finish(List<AttemptId> attempts) {
        grid.commit(node, attempts.stream().map(GridFixture::done).toArray(AttemptReport[]::new));
    }

    private StoredJob outline(JobId job) {
        try {
            return grid.store.outline(job).orElseThrow();
        } catch (StoreException e) {
            throw new AssertionError(e);
        }
    }

    private <T extends Reply> T submit(JobSpec spec, Class<T> hoped, StoredJob... known) {
        return grid.ask(
                new Command.Submit(ANNA, spec, List.of(), null, List.of(), List.of(known), QuotaUse.NONE), hoped);
    }

    @Test
    void a_job_starts_when_the_one_before_it_is_done() {
        JobId first = grid.submit(array(2));
        JobId second = grid.submit(after(array(3), whole(first)));
        assertThat(states(second, 3)).containsOnly(TaskState.WAITING);

        List<AttemptId> started = start();
        assertThat(started).hasSize(2);
        finish(started.subList(0, 1));
        assertThat(states(second, 3)).containsOnly(TaskState.WAITING);
        finish(started.subList(1, 2));

        assertThat(states(second, 3)).containsOnly(TaskState.READY);
        assertThat(start()).hasSize(3);
    }

    @Test
    void a_job_may_wait_for_some_tasks_only() {
        JobId first = grid.submit(array(4));
        JobId second = grid.submit(after(array(1), new Predecessor(first, Ordinals.range(2, 3), false)));
        List<AttemptId> started = start();

        finish(started.subList(1, 2));
        assertThat(grid.task(second, 1)).isEqualTo(TaskState.WAITING);
        finish(started.subList(2, 3));

        assertThat(grid.task(second, 1)).isEqualTo(TaskState.READY);
    }

    @Test
    void what_is_cancelled_in_itself_and_by_its_predecessor_at_once_cancels_all_that_wait_for_it() {
        JobId first = grid.submit(array(3));
        JobId second = grid.submit(after(array(3), each(first)));
        JobId third = grid.submit(after(array(3), each(second)));
        grid.change(Verb.PAUSE, first + ".2");
        grid.change(Verb.PAUSE, second + ".3");

        grid.ask(
                new Command.ChangeJobs(ANNA, Verb.CANCEL, new Selector.InState(TaskState.PAUSED), List.of(), null),
                Reply.Changed.class);

        assertThat(states(second, 3)).containsExactly(TaskState.WAITING, TaskState.CANCELLED, TaskState.CANCELLED);
        assertThat(states(third, 3)).containsExactly(TaskState.WAITING, TaskState.CANCELLED, TaskState.CANCELLED);
    }

    @Test
    void each_task_waits_for_its_own() {
        JobId first = grid.submit(array(3));
        JobId second = grid.submit(after(array(3), each(first)));
        List<AttemptId> started = start();

        finish(started.subList(1, 2));

        assertThat(states(second, 3)).containsExactly(TaskState.WAITING, TaskState.READY, TaskState.WAITING);
        grid.restart();
        assertThat(states(second, 3)).containsExactly(TaskState.WAITING, TaskState.READY, TaskState.WAITING);
    }

    @Test
    void a_job_waits_for_all_of_several() {
        JobId first = grid.submit(array(1));
        JobId other = grid.submit(array(2));
        JobId last = grid.submit(after(array(2), whole(first), each(other)));
        List<AttemptId> started = start();

        finish(started.subList(1, 3));
        assertThat(states(last, 2)).containsOnly(TaskState.WAITING);
        finish(started.subList(0, 1));

        assertThat(states(last, 2)).containsOnly(TaskState.READY);
    }

    @Test
    void what_is_cancelled_takes_its_dependants_and_theirs_along() {
        JobId first = grid.submit(array(2));
        JobId second = grid.submit(after(array(2), each(first)));
        JobId third = grid.submit(after(array(1), whole(second)));
        grid.change(Verb.BLOCK, second + ".1");

        grid.change(Verb.CANCEL, first + ".1");

        assertThat(states(second, 2)).containsExactly(TaskState.CANCELLED, TaskState.WAITING);
        assertThat(grid.roster().jobs().get(third))
                .as("closed, as all its tasks are cancelled")
                .isNull();
    }

    @Test
    void a_blocked_predecessor_lets_them_wait() {
        JobId first = grid.submit(array(1));
        JobId second = grid.submit(after(array(1), whole(first)));

        grid.change(Verb.BLOCK, first.toString());

        assertThat(grid.task(second, 1)).isEqualTo(TaskState.WAITING);
    }

    @Test
    void what_goes_on_by_hand_still_waits() {
        JobId first = grid.submit(array(1));
        JobId second = grid.submit(after(array(1), whole(first)));
        for (Verb[] pair : new Verb[][] {{Verb.PAUSE, Verb.RESUME}, {Verb.BLOCK, Verb.UNBLOCK}}) {
            grid.change(pair[0], second.toString());
            grid.change(pair[1], second.toString());
            assertThat(grid.task(second, 1)).isEqualTo(TaskState.WAITING);
        }

        grid.change(Verb.PAUSE, second.toString());
        finish(start());
        assertThat(grid.task(second, 1)).isEqualTo(TaskState.PAUSED);
        grid.change(Verb.RESUME, second.toString());

        assertThat(grid.task(second, 1)).isEqualTo(TaskState.READY);
    }

    @Test
    void a_dependant_comes_back_only_after_its_predecessor() {
        JobId first = grid.submit(array(2));
        JobId second = grid.submit(after(array(2), each(first)));
        grid.change(Verb.CANCEL, first + ".1");

        Reply.Changed left = grid.change(Verb.RETRY, second.toString());
        assertThat(left.jobs().get(0).changed()).isZero();
        assertThat(left.jobs().get(0).remark()).isEqualTo(new Remark.AfterCancelled(1));
        grid.change(Verb.RETRY, first.toString());
        assertThat(grid.task(second, 1)).isEqualTo(TaskState.CANCELLED);
        grid.change(Verb.RETRY, second.toString());

        assertThat(grid.task(second, 1)).isEqualTo(TaskState.WAITING);
        finish(start());
        assertThat(states(second, 2)).containsOnly(TaskState.READY);
    }

    @Test
    void retrying_all_puts_both_back_in_one_command() {
        JobId first = grid.submit(array(2));
        JobId second = grid.submit(after(array(2), each(first)));
        grid.change(Verb.CANCEL, first + ".1");

        grid.change(Verb.RETRY, "all");

        assertThat(states(first, 2)).containsOnly(TaskState.READY);
        assertThat(states(second, 2)).containsOnly(TaskState.WAITING);
    }

    @Test
    void a_closed_predecessor_counts_as_what_the_route_read_of_it() {
        JobId first = grid.submit(array(1));
        finish(start());
        assertThat(grid.roster().jobs().get(first)).isNull();

        JobId second = submit(after(array(1), whole(first)), Reply.Submitted.class, outline(first))
                .job();

        assertThat(grid.task(second, 1)).isEqualTo(TaskState.READY);
    }

    @Test
    void a_predecessor_that_closed_after_the_route_looked_is_looked_at_again() {
        JobId first = grid.submit(array(1));
        StoredJob seen = outline(first);
        finish(start());

        Reply.Refused refused = submit(after(array(1), whole(first)), Reply.Refused.class, seen);

        assertThat(refused.why()).isEqualTo(new Rejection.UnknownPredecessor(first));
    }

    @Test
    void unknown_foreign_and_future_predecessors_are_refused_alike() {
        Caller bob = new Caller(new Owner("bob"), false);
        JobId foreign = grid.ask(new Command.Submit(bob, array(1), List.of(), null, List.of()), Reply.Submitted.class)
                .job();

        for (JobId job : List.of(foreign, new JobId(foreign.value() + 1), new JobId(99))) {
            Reply.Refused refused = submit(after(array(1), whole(job)), Reply.Refused.class);
            assertThat(refused.why()).isEqualTo(new Rejection.UnknownPredecessor(job));
        }
    }

    @Test
    void what_can_never_come_to_pass_is_refused() {
        JobId first = grid.submit(array(3));
        grid.change(Verb.CANCEL, first + ".3");

        assertThat(submit(after(array(2), each(first)), Reply.Refused.class).why())
                .isEqualTo(new Rejection.InvalidSpec(List.of(new Violation.Uneven(first, 3, 2))));
        assertThat(submit(after(array(2), new Predecessor(first, Ordinals.range(3, 4), false)), Reply.Refused.class)
                        .why())
                .isEqualTo(new Rejection.InvalidSpec(List.of(new Violation.NoSuchTask(first, 4, 3))));
        assertThat(submit(after(array(2), whole(first)), Reply.Refused.class).why())
                .isEqualTo(new Rejection.InvalidSpec(List.of(new Violation.CancelledBefore(first, 1))));
    }

    @Test
    void who_cancels_a_job_hears_what_is_cancelled_with_it() {
        JobId first = grid.submit(array(3));
        JobId second = grid.submit(after(array(3), each(first)));
        JobId third = grid.submit(after(array(2), whole(second)));
        JobId other = grid.submit(array(1));

        Reply.Changed changed = grid.change(Verb.CANCEL, first + ".2");
        Reply.Changed all = grid.change(Verb.CANCEL, "all");

        assertThat(changed.jobs())
                .containsExactly(
                        new Reply.JobChange(first, 1, 0),
                        new Reply.JobChange(second, 1, 0, new Remark.Followed(first, 1)),
                        new Reply.JobChange(third, 2, 0, new Remark.Followed(second, 2)));
        assertThat(all.jobs()).extracting(Reply.JobChange::job).containsExactly(first, second, other);
    }

    @Test
    void why_names_the_cancelled_job_that_must_be_retried_first() {
        JobId first = grid.submit(array(3));
        JobId second = grid.submit(after(array(3), each(first)));
        grid.change(Verb.CANCEL, first + ".2");

        Reply.Explained why =
                grid.ask(new Question.AskWhy(ANNA, Selector.parse(second.toString())), Reply.Explained.class);

        assertThat(why.reasons())
                .filteredOn(reason -> reason.kind() == Reason.Kind.CANCELLED)
                .containsExactly(new Reason(second, new Cause.Cancelled(first), 1));
    }

    @Test
    void a_job_that_others_wait_for_is_not_deleted() {
        JobId first = grid.submit(array(1));
        JobId second = grid.submit(after(array(1), whole(first)));
        grid.change(Verb.PAUSE, first.toString());

        Reply.Refused refused = grid.ask(
                new Command.ChangeJobs(ANNA, Verb.DELETE, Selector.parse(first.toString()), List.of(), null),
                Reply.Refused.class);
        Reply.Refused waits = grid.ask(
                new Command.ChangeJobs(ANNA, Verb.DELETE, Selector.parse(second.toString()), List.of(), null),
                Reply.Refused.class);

        assertThat(refused.why())
                .isEqualTo(new Rejection.IllegalTransition(first, "delete", new Rejection.Obstacle.Awaited(second)));
        assertThat(waits.why())
                .isEqualTo(new Rejection.IllegalTransition(second, "delete", new Rejection.Obstacle.StillToRun(1)));
        grid.change(Verb.PAUSE, second.toString());
        grid.change(Verb.DELETE, "all");
        assertThat(grid.roster().jobs().all()).isEmpty();
    }

    @Test
    void the_brake_pauses_what_waits_and_resuming_lets_it_wait_again() {
        JobId first = grid.submit(array(2));
        JobId second = grid.submit(after(job(2, Requirements.ONE_CORE, limits(1, 20, 1, 0)), each(first)));
        finish(start().subList(0, 1));

        AttemptId mine = start().stream()
                .filter(one -> one.job().equals(second))
                .findFirst()
                .orElseThrow();
        grid.commit(node, failed(mine));
        assertThat(states(second, 2)).containsExactly(TaskState.BLOCKED, TaskState.PAUSED);
        grid.change(Verb.RESUME, second.toString());

        assertThat(states(second, 2)).containsExactly(TaskState.BLOCKED, TaskState.WAITING);
    }
}
