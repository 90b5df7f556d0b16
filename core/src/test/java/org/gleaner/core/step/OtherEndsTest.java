package org.gleaner.core.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.core.step.GridFixture.ANNA;
import static org.gleaner.core.step.GridFixture.array;
import static org.gleaner.core.step.GridFixture.job;
import static org.gleaner.core.step.GridFixture.limits;

import java.util.List;
import org.gleaner.core.grid.Cause;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Question;
import org.gleaner.core.grid.QuotaUse;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Remark;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.grid.Violation;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.Predecessor.When;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.job.Turn;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Start;
import org.gleaner.core.node.Capacity;
import org.junit.jupiter.api.Test;

/** Jobs that wait until others have ended somehow, or have failed. */
final class OtherEndsTest {
    private static final Ordinals ALL = new Ordinals(List.of());

    private final GridFixture grid = new GridFixture();
    private final Introduced node = grid.introduce("lab", new Capacity(8, MemorySize.parse("8G")));

    private static JobSpec once(int tasks) {
        return job(tasks, Requirements.ONE_CORE, limits(1, 20, 0, 0));
    }

    private static JobSpec after(When when, JobId... before) {
        List<Predecessor> all = List.of(before).stream()
                .map(one -> new Predecessor(one, ALL, false, when))
                .toList();
        return array(1).withTurn(Turn.USUAL.after(all));
    }

    private List<AttemptId> start() {
        return grid.orders(node).start().stream().map(Start::attempt).toList();
    }

    private void finish(AttemptId attempt) {
        grid.commit(node, GridFixture.done(attempt));
    }

    private void fail(AttemptId attempt) {
        grid.commit(node, GridFixture.failed(attempt));
    }

    private TaskState state(JobId job) {
        return grid.task(job, 1);
    }

    @Test
    void after_any_starts_when_every_task_is_done_cancelled_or_has_used_up_its_tries() {
        JobId first = grid.submit(once(3));
        JobId last = grid.submit(after(When.ANY, first));
        List<AttemptId> started = start();

        finish(started.get(0));
        fail(started.get(1));
        assertThat(state(last)).isEqualTo(TaskState.WAITING);
        grid.change(Verb.CANCEL, first + ".3");

        assertThat(state(last)).isEqualTo(TaskState.READY);
    }

    @Test
    void after_any_waits_for_what_a_person_blocked() {
        JobId first = grid.submit(once(2));
        JobId last = grid.submit(after(When.ANY, first));
        grid.change(Verb.BLOCK, first + ".2");

        finish(start().get(0));

        assertThat(state(last)).isEqualTo(TaskState.WAITING);
    }

    @Test
    void after_any_starts_at_once_if_all_has_ended() {
        JobId first = grid.submit(once(1));
        fail(start().get(0));

        assertThat(state(grid.submit(after(When.ANY, first)))).isEqualTo(TaskState.READY);
    }

    @Test
    void after_failed_starts_with_the_first_task_that_has_used_up_its_tries() {
        JobId first = grid.submit(once(3));
        JobId alarm = grid.submit(after(When.FAILED, first));
        List<AttemptId> started = start();

        finish(started.get(0));
        assertThat(state(alarm)).isEqualTo(TaskState.WAITING);
        fail(started.get(1));

        assertThat(state(alarm)).isEqualTo(TaskState.READY);
    }

    @Test
    void a_failure_that_will_be_tried_again_is_not_one_yet() {
        JobId first = grid.submit(array(1));
        JobId alarm = grid.submit(after(When.FAILED, first));

        fail(start().get(0));

        assertThat(state(alarm)).isEqualTo(TaskState.WAITING);
    }

    @Test
    void after_failed_is_cancelled_when_all_is_done() {
        JobId first = grid.submit(once(2));
        JobId alarm = grid.submit(after(When.FAILED, first));
        List<AttemptId> started = start();

        finish(started.get(0));
        assertThat(state(alarm)).isEqualTo(TaskState.WAITING);
        finish(started.get(1));

        assertThat(grid.roster().jobs().get(alarm)).as("closed").isNull();
    }

    @Test
    void a_failure_of_any_is_enough_and_only_all_without_one_cancel() {
        JobId first = grid.submit(once(1));
        JobId second = grid.submit(once(1));
        JobId alarm = grid.submit(after(When.FAILED, first, second));
        List<AttemptId> started = start();

        finish(started.get(0));
        assertThat(state(alarm)).isEqualTo(TaskState.WAITING);
        fail(started.get(1));

        assertThat(state(alarm)).isEqualTo(TaskState.READY);
    }

    @Test
    void a_later_retry_takes_nothing_back() {
        JobId first = grid.submit(once(1));
        JobId alarm = grid.submit(after(When.FAILED, first));
        JobId clean = grid.submit(after(When.ANY, first));
        fail(start().get(0));

        grid.change(Verb.RETRY, first.toString());

        assertThat(state(first)).isEqualTo(TaskState.READY);
        assertThat(state(alarm)).isEqualTo(TaskState.READY);
        assertThat(state(clean)).isEqualTo(TaskState.READY);
        List<AttemptId> started = start();
        assertThat(started).hasSize(3);
        finish(started.get(0));
        assertThat(state(alarm)).isEqualTo(TaskState.RUNNING);
    }

    @Test
    void who_cancels_a_job_hears_that_what_waited_for_its_failure_is_cancelled_too() {
        JobId first = grid.submit(once(2));
        JobId alarm = grid.submit(after(When.FAILED, first));

        Reply.Changed changed = grid.change(Verb.CANCEL, first.toString());

        assertThat(changed.jobs()).contains(new Reply.JobChange(alarm, 1, 0, new Remark.Followed(first, 1)));
        assertThat(grid.roster().jobs().get(alarm)).as("closed").isNull();
    }

    @Test
    void a_job_that_would_wait_for_a_failure_in_vain_is_refused() {
        JobId first = grid.submit(once(2));
        grid.change(Verb.PAUSE, first + ".2");
        finish(start().get(0));
        JobSpec some = array(1).withTurn(
                        Turn.USUAL.after(List.of(new Predecessor(first, Ordinals.range(1, 1), false, When.FAILED))));

        Reply.Refused refused = grid.ask(
                new Command.Submit(ANNA, some, List.of(), null, List.of(), List.of(), QuotaUse.NONE),
                Reply.Refused.class);

        assertThat(refused.why()).isEqualTo(new Rejection.InvalidSpec(List.of(new Violation.NothingCanFail(first))));
    }

    @Test
    void why_names_what_end_is_waited_for() {
        JobId first = grid.submit(once(2));
        JobId alarm = grid.submit(after(When.FAILED, first));

        Reply.Explained why = grid.ask(new Question.AskWhy(ANNA, new Selector.OneJob(alarm)), Reply.Explained.class);

        assertThat(why.reasons().get(0).cause())
                .isEqualTo(new Cause.After(
                        new Predecessor(first, ALL, false, When.FAILED),
                        grid.roster().jobs().open(first).states().counts()));
    }
}
