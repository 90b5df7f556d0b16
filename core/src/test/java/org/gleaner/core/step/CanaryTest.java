package org.gleaner.core.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.core.step.GridFixture.ANNA;
import static org.gleaner.core.step.GridFixture.done;
import static org.gleaner.core.step.GridFixture.failed;
import static org.gleaner.core.step.GridFixture.job;
import static org.gleaner.core.step.GridFixture.limits;

import java.time.Duration;
import java.util.List;
import org.gleaner.core.grid.Cause;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Question;
import org.gleaner.core.grid.Reason;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.message.CommitCall;
import org.gleaner.core.message.CommitReply;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Start;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Held;
import org.junit.jupiter.api.Test;

/** One task of a job goes first, and the others start when it is done. */
final class CanaryTest {
    private static final Capacity FOUR_SLOTS = new Capacity(4, MemorySize.parse("8G"));

    private final GridFixture grid = new GridFixture();
    private final Introduced node = grid.introduce("lab-1", FOUR_SLOTS);
    private final Introduced other = grid.introduce("lab-2", FOUR_SLOTS);

    private static JobSpec canary(int tasks, int maxFailures) {
        return job(tasks, Requirements.ONE_CORE, limits(maxFailures, 20, 0, 0).withCanary(true));
    }

    private static List<String> ids(List<Start> starts) {
        return starts.stream().map(one -> one.attempt().toString()).toList();
    }

    private List<Cause> why(JobId id) {
        return grid
                .ask(new Question.AskWhy(ANNA, Selector.parse(id.toString())), Reply.Explained.class)
                .reasons()
                .stream()
                .map(Reason::cause)
                .toList();
    }

    @Test
    void the_others_start_when_the_first_task_is_done_and_not_before() {
        JobId id = grid.submit(canary(8, 3));

        assertThat(ids(grid.orders(node).start())).containsExactly("1.1#1");
        assertThat(grid.orders(other).start()).isEmpty();
        assertThat(why(id)).contains(new Cause.CanaryFirst(1));
        grid.restart();
        assertThat(grid.orders(other).start()).isEmpty();
        grid.commit(node, done(AttemptId.of(1, 1, 1)));

        assertThat(grid.orders(other).start()).hasSize(4);
    }

    @Test
    void a_first_task_that_fails_is_tried_again_and_nothing_else_meanwhile() {
        JobId id = grid.submit(canary(8, 3));

        grid.commit(node, failed(grid.orders(node).start().get(0).attempt()));

        // It goes to another node first; this one must not take its neighbour meanwhile.
        assertThat(grid.orders(node).start()).isEmpty();
        assertThat(ids(grid.orders(other).start())).containsExactly("1.1#2");
        assertThat(grid.task(id, 2)).isEqualTo(TaskState.READY);
    }

    @Test
    void a_first_task_that_is_lost_is_tried_again_and_nothing_else_meanwhile() {
        grid.submit(canary(8, 3));
        AttemptId first = grid.orders(node).start().get(0).attempt();
        grid.orders(node, Held.of(first, Held.State.RUNNING));

        grid.pass(Duration.ofSeconds(70));

        Introduced fresh = grid.introduce("lab-3", FOUR_SLOTS);
        assertThat(ids(grid.orders(fresh).start())).containsExactly("1.1#2");
    }

    @Test
    void if_the_first_task_is_blocked_the_job_pauses_itself_and_a_retry_begins_with_it_again() {
        JobId id = grid.submit(canary(8, 1));

        grid.commit(node, failed(grid.orders(node).start().get(0).attempt()));

        assertThat(grid.task(id, 1)).isEqualTo(TaskState.BLOCKED);
        assertThat(grid.task(id, 2)).isEqualTo(TaskState.PAUSED);
        assertThat(why(id))
                .anyMatch(one -> one instanceof Cause.Braked braked
                        && braked.note().equals("the task that went first (--canary) failed"));
        assertThat(grid.orders(other).start()).isEmpty();

        grid.change(Verb.RETRY, id.toString());

        assertThat(ids(grid.orders(other).start())).containsExactly("1.1#2");
        grid.commit(other, done(AttemptId.of(1, 1, 2)));
        assertThat(grid.orders(node).start()).hasSize(4);
    }

    @Test
    void whoever_reports_that_the_first_task_failed_for_good_is_not_given_the_next_one_for_it() {
        JobId id = grid.submit(canary(8, 1));
        AttemptId first = grid.orders(node).start().get(0).attempt();
        CommitCall call = new CommitCall(node.incarnation(), List.of(failed(first)), true);

        CommitReply reply = grid.ask(new Command.Commit(node.node(), call, List.of()), Reply.Committed.class)
                .content();

        assertThat(reply.start()).isEmpty();
        assertThat(grid.task(id, 2)).isEqualTo(TaskState.PAUSED);
    }

    @Test
    void a_task_that_a_person_blocks_holds_up_none_of_the_others() {
        JobId id = grid.submit(canary(3, 1));

        grid.change(Verb.BLOCK, id + ".1");

        assertThat(ids(grid.orders(node).start())).containsExactly("1.2#1");
    }

    @Test
    void a_first_task_that_is_cancelled_is_followed_by_the_next() {
        JobId id = grid.submit(canary(3, 3));

        grid.change(Verb.CANCEL, id + ".1");

        assertThat(ids(grid.orders(node).start())).containsExactly("1.2#1");
        grid.commit(node, done(AttemptId.of(1, 2, 1)));
        assertThat(ids(grid.orders(node).start())).containsExactly("1.3#1");
    }

    @Test
    void if_the_others_are_resumed_while_the_first_is_blocked_the_next_one_goes_first() {
        JobId id = grid.submit(canary(3, 1));
        grid.commit(node, failed(grid.orders(node).start().get(0).attempt()));

        grid.change(Verb.RESUME, id.toString());

        assertThat(grid.task(id, 1)).isEqualTo(TaskState.BLOCKED);
        assertThat(ids(grid.orders(node).start())).containsExactly("1.2#1");
        assertThat(why(id)).contains(new Cause.CanaryFirst(2));
        grid.commit(node, done(AttemptId.of(1, 2, 1)));
        assertThat(ids(grid.orders(node).start())).containsExactly("1.3#1");
    }
}
