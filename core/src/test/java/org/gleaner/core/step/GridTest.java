package org.gleaner.core.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.core.step.GridFixture.ADMIN;
import static org.gleaner.core.step.GridFixture.ANNA;
import static org.gleaner.core.step.GridFixture.PATIENCE;
import static org.gleaner.core.step.GridFixture.TWO_SLOTS;
import static org.gleaner.core.step.GridFixture.array;
import static org.gleaner.core.step.GridFixture.done;
import static org.gleaner.core.step.GridFixture.failed;
import static org.gleaner.core.step.GridFixture.job;
import static org.gleaner.core.step.GridFixture.limits;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Question;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.SubmissionKey;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.message.CommitAnswer;
import org.gleaner.core.message.CommitCall;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Orders;
import org.gleaner.core.message.Start;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Held;
import org.junit.jupiter.api.Test;

/** The life of jobs and nodes. Single messages are in {@link ProtocolTableTest}, budgets in {@link BudgetTest}. */
final class GridTest {
    private final GridFixture grid = new GridFixture();
    private final Introduced node = grid.introduce("lab-1", TWO_SLOTS);

    @Test
    void a_node_gets_as_many_tasks_as_it_has_slots() {
        grid.submit(array(5));

        assertThat(grid.orders(node).start()).hasSize(2);
    }

    @Test
    void tasks_reserve_cores_and_memory() {
        grid.submit(job(5, new Requirements(1, MemorySize.parse("3G")), limits(3, 20, 0, 0)));

        assertThat(grid.orders(node).start()).hasSize(1);
    }

    @Test
    void tasks_that_declare_no_memory_share_what_is_offered_now() {
        grid.submit(array(5));

        assertThat(offering("1G").start()).hasSize(2);
    }

    @Test
    void an_offer_that_falls_below_what_runs_stops_nothing_and_brings_nothing() {
        grid.submit(job(5, new Requirements(1, MemorySize.parse("2G")), limits(3, 20, 0, 0)));
        AttemptId running = offering("3G").start().get(0).attempt();

        Orders orders = offering("1G", Held.of(running, Held.State.RUNNING));

        assertThat(orders.start()).isEmpty();
        assertThat(orders.stop()).isEmpty();
        assertThat(offering("4G", Held.of(running, Held.State.RUNNING)).start()).hasSize(1);
    }

    private Orders offering(String memory, Held... holds) {
        Capacity offer = new Capacity(TWO_SLOTS.slots(), MemorySize.parse(memory));
        return grid.ask(grid.sync(node, Duration.ZERO, List.of(holds), offer), Reply.Ordered.class)
                .content();
    }

    @Test
    void a_finished_job_leaves_memory_and_late_reports_on_it_are_discarded() {
        JobId id = grid.submit(array(1));
        AttemptId attempt = grid.orders(node).start().get(0).attempt();

        grid.commit(node, done(attempt));

        assertThat(grid.roster().jobs().get(id)).isNull();
        assertThat(grid.commit(node, done(attempt)).answers().get(0).verdict().word())
                .isEqualTo("discard");
    }

    @Test
    void a_store_without_room_takes_no_result_and_still_says_which_are_not_needed() {
        JobId wanted = grid.submit(array(1));
        JobId unwanted = grid.submit(array(1));
        List<Start> starts = grid.orders(node).start();
        AttemptId first = starts.get(0).attempt();
        AttemptId second = starts.get(1).attempt();

        assertThat(grid.ask(cramped(done(first), done(second)), Reply.class))
                .isEqualTo(new Reply.Unavailable(Reply.Unavailable.Why.NOTHING_WRITTEN, true));
        grid.change(Verb.CANCEL, unwanted.toString());
        assertThat(grid.ask(cramped(done(first), done(second)), Reply.Committed.class)
                        .content()
                        .answers())
                .extracting(CommitAnswer::verdict)
                .containsExactly(CommitAnswer.Verdict.LATER, CommitAnswer.Verdict.DISCARD);

        assertThat(grid.task(wanted, 1)).isEqualTo(TaskState.RUNNING);
        assertThat(grid.commit(node, done(first)).answers())
                .extracting(CommitAnswer::verdict)
                .containsExactly(CommitAnswer.Verdict.ACCEPTED);
    }

    private Command cramped(AttemptReport... reports) {
        return new Command.Commit(
                node.node(), new CommitCall(node.incarnation(), List.of(reports), false), List.of(), true);
    }

    @Test
    void work_that_arrives_while_a_node_waits_wakes_it() {
        assertThat(grid.send(grid.sync(node, PATIENCE, List.of()))).isEmpty();

        grid.submit(array(1));
        grid.pass(Duration.ofMillis(50));

        assertThat(starts(grid.takeOutbox())).hasSize(1);
    }

    @Test
    void no_more_nodes_are_woken_than_there_are_tasks() {
        List<Introduced> nodes = new ArrayList<>(List.of(node));
        for (int i = 2; i <= 5; i++) {
            nodes.add(grid.introduce("lab-" + i, TWO_SLOTS));
        }
        nodes.forEach(one -> grid.send(grid.sync(one, PATIENCE, List.of())));

        grid.submit(array(2));
        grid.pass(Duration.ofMillis(50));

        List<Reply> woken = grid.takeOutbox();
        assertThat(woken).hasSize(2);
        assertThat(starts(woken)).hasSize(2);
    }

    @Test
    void a_waiting_call_is_answered_when_its_patience_ends() {
        grid.send(grid.sync(node, Duration.ofSeconds(5), List.of()));

        grid.pass(Duration.ofSeconds(7));

        assertThat(grid.takeOutbox()).containsExactly(new Reply.Ordered(Orders.NONE));
    }

    @Test
    void cancelling_wakes_the_node_that_runs_it_and_the_attempt_ends_when_the_node_confirms() {
        JobId id = grid.submit(array(1));
        AttemptId attempt = grid.orders(node).start().get(0).attempt();
        grid.send(grid.sync(node, PATIENCE, List.of(Held.of(attempt, Held.State.RUNNING))));

        grid.change(Verb.CANCEL, "1");

        assertThat(grid.takeOutbox())
                .containsExactly(new Reply.Ordered(new Orders(List.of(), List.of(attempt), List.of(), List.of())));
        assertThat(grid.roster().jobs().open(id).live()).hasSize(1);
        grid.orders(node);
        assertThat(grid.roster().jobs().get(id)).isNull();
    }

    @Test
    void pausing_starts_nothing_new_and_lets_running_attempts_finish() {
        JobId id = grid.submit(array(3));
        List<Start> starts = grid.orders(node).start();

        grid.change(Verb.PAUSE, "1");
        grid.commit(node, done(starts.get(0).attempt()), failed(starts.get(1).attempt()));

        assertThat(grid.task(id, 1)).isEqualTo(TaskState.DONE);
        assertThat(grid.task(id, 2)).isEqualTo(TaskState.PAUSED);
        assertThat(grid.orders(node).start()).isEmpty();
        grid.change(Verb.RESUME, "1");
        assertThat(grid.orders(node).start()).hasSize(2);
    }

    @Test
    void blocking_lets_running_attempts_finish_and_blocks_what_does_not_succeed() {
        JobId id = grid.submit(array(3));
        List<Start> starts = grid.orders(node).start();

        assertThat(grid.change(Verb.BLOCK, "1").jobs().get(0).changed()).isEqualTo(3);
        assertThat(grid.change(Verb.BLOCK, "1").jobs().get(0).changed()).isZero();
        assertThat(grid.change(Verb.PAUSE, "1").jobs().get(0).changed()).isZero();
        assertThat(grid.task(id, 1)).isEqualTo(TaskState.RUNNING);
        grid.restart();
        assertThat(grid.task(id, 2)).isEqualTo(TaskState.RUNNING);
        grid.commit(node, done(starts.get(0).attempt()), failed(starts.get(1).attempt()));

        assertThat(grid.task(id, 1)).isEqualTo(TaskState.DONE);
        assertThat(grid.task(id, 2)).isEqualTo(TaskState.BLOCKED);
        assertThat(grid.task(id, 3)).isEqualTo(TaskState.BLOCKED);
        assertThat(grid.orders(node).start()).isEmpty();
    }

    @Test
    void who_unblocks_in_time_lets_a_running_task_be_tried_again() {
        for (Verb verb : List.of(Verb.UNBLOCK, Verb.RETRY)) {
            JobId id = grid.submit(array(1));
            AttemptId attempt = grid.orders(node).start().get(0).attempt();
            grid.change(Verb.BLOCK, id.toString());
            grid.change(verb, id.toString());
            grid.commit(node, failed(attempt));

            assertThat(grid.task(id, 1)).isEqualTo(TaskState.READY);
            grid.change(Verb.CANCEL, id.toString());
        }
    }

    @Test
    void a_closed_job_with_cancelled_tasks_can_be_retried_and_goes_on_with_higher_attempt_numbers()
            throws StoreException {
        JobId id = grid.submit(array(2));
        List<Start> starts = grid.orders(node).start();
        grid.commit(node, done(starts.get(0).attempt()), failed(starts.get(1).attempt()));
        grid.change(Verb.CANCEL, "1");
        assertThat(grid.roster().jobs().get(id)).isNull();

        grid.ask(
                new Command.ChangeJobs(
                        ANNA,
                        Verb.RETRY,
                        Selector.parse("1"),
                        List.of(grid.store.job(id).orElseThrow()),
                        null),
                Reply.Changed.class);

        assertThat(grid.task(id, 1)).isEqualTo(TaskState.DONE);
        assertThat(grid.orders(node).start()).extracting("attempt").containsExactly(AttemptId.of(1, 2, 2));
    }

    @Test
    void at_most_limits_the_live_attempts_of_a_job() {
        grid.submit(job(5, Requirements.ONE_CORE, limits(3, 20, 0, 1)));

        assertThat(grid.orders(node).start()).hasSize(1);
    }

    @Test
    void a_failed_task_is_left_for_another_node_for_a_while() {
        Introduced other = grid.introduce("lab-2", TWO_SLOTS);
        grid.submit(array(1));
        grid.commit(node, failed(grid.orders(node).start().get(0).attempt()));

        assertThat(grid.orders(node).start()).isEmpty();
        assertThat(grid.orders(other).start()).hasSize(1);
    }

    @Test
    void a_failed_task_goes_to_the_same_node_again_if_there_is_no_other() {
        grid.submit(array(1));
        grid.commit(node, failed(grid.orders(node).start().get(0).attempt()));

        assertThat(grid.orders(node).start()).hasSize(1);
    }

    @Test
    void a_waiting_node_gets_the_task_that_failed_on_it_when_no_other_node_took_it_in_time() {
        grid.introduce("busy", TWO_SLOTS);
        grid.submit(array(1));
        grid.commit(node, failed(grid.orders(node).start().get(0).attempt()));
        grid.send(grid.sync(node, PATIENCE, List.of()));
        grid.pass(Duration.ofSeconds(15));
        grid.send(grid.sync(node, PATIENCE, List.of()));
        grid.takeOutbox();

        grid.pass(Duration.ofSeconds(17));

        assertThat(starts(grid.takeOutbox())).hasSize(1);
    }

    @Test
    void short_tasks_are_handed_out_in_chunks_of_one_lane() {
        grid.submit(array(1000));
        AttemptId first = grid.orders(node).start().get(0).attempt();
        grid.commit(node, AttemptReport.bare(first, Outcome.DONE, ""));

        List<Start> starts = grid.orders(node, Held.of(AttemptId.of(1, 2, 1), Held.State.RUNNING))
                .start();

        assertThat(starts).hasSize(64);
        assertThat(starts).extracting(Start::lane).containsOnly(0);
    }

    @Test
    void a_pause_of_the_server_makes_no_node_look_dead() {
        JobId id = grid.submit(array(1));
        AttemptId attempt = grid.orders(node).start().get(0).attempt();
        grid.orders(node, Held.of(attempt, Held.State.RUNNING));

        grid.freeze(Duration.ofMinutes(10));
        grid.pass(Duration.ofSeconds(30));

        assertThat(grid.task(id, 1)).isEqualTo(TaskState.RUNNING);
        grid.pass(Duration.ofSeconds(40));
        assertThat(grid.task(id, 1)).isEqualTo(TaskState.READY);
    }

    @Test
    void after_a_restart_every_assigned_attempt_counts_as_just_heard() {
        JobId id = grid.submit(array(1));
        grid.orders(node);
        grid.pass(Duration.ofSeconds(50));

        grid.restart();
        grid.pass(Duration.ofSeconds(50));

        assertThat(grid.task(id, 1)).isEqualTo(TaskState.RUNNING);
    }

    @Test
    void a_clock_that_was_set_back_makes_no_time_negative() {
        grid.submit(array(3));
        grid.orders(node);
        grid.restartEarlier(Duration.ofHours(1));
        grid.orders(node);

        Reply.NodeDetail detail = grid.ask(new Question.AskNode(ANNA, node.node()), Reply.NodeDetail.class);

        assertThat(detail.up()).isZero();
    }

    @Test
    void the_same_key_submits_once_and_another_job_under_it_is_refused() {
        SubmissionKey key = new SubmissionKey(ANNA.owner(), "k1", 5);
        Command.Submit submit = new Command.Submit(ANNA, array(3), List.of(), key, List.of());

        Reply.Submitted first = grid.ask(submit, Reply.Submitted.class);
        Reply.Submitted second = grid.ask(submit, Reply.Submitted.class);

        assertThat(second.job()).isEqualTo(first.job());
        assertThat(second.again()).isTrue();
        SubmissionKey other = new SubmissionKey(ANNA.owner(), "k1", 6);
        Reply.Refused refused =
                grid.ask(new Command.Submit(ANNA, array(4), List.of(), other, List.of()), Reply.Refused.class);
        assertThat(refused.why()).isEqualTo(new Rejection.KeyReused("k1"));
    }

    @Test
    void keys_are_forgotten_after_their_time() {
        SubmissionKey key = new SubmissionKey(ANNA.owner(), "k1", 5);
        grid.ask(new Command.ChangeSetting(ADMIN, "key-time", "1m"), Reply.Acknowledged.class);
        grid.ask(new Command.Submit(ANNA, array(3), List.of(), key, List.of()), Reply.Submitted.class);

        grid.pass(Duration.ofSeconds(62));

        assertThat(grid.stored().keys()).isEmpty();
    }

    @Test
    void another_owners_job_looks_like_no_job() {
        grid.submit(array(1));
        Caller bob = new Caller(new Owner("bob"), false);

        Reply.Refused refused = grid.ask(
                new Command.ChangeJobs(bob, Verb.CANCEL, Selector.parse("1"), List.of(), null), Reply.Refused.class);

        assertThat(refused.why()).isEqualTo(new Rejection.UnknownJob(new JobId(1)));
    }

    @Test
    void a_job_with_running_tasks_is_not_deleted() {
        grid.submit(array(1));
        grid.orders(node);

        Reply.Refused refused = grid.ask(
                new Command.ChangeJobs(ANNA, Verb.DELETE, Selector.parse("1"), List.of(), null), Reply.Refused.class);

        assertThat(refused.why()).isInstanceOf(Rejection.IllegalTransition.class);
    }

    @Test
    void a_job_that_only_waits_for_its_turn_is_not_deleted() {
        JobId id = grid.submit(array(3));

        Reply.Refused refused = grid.ask(
                new Command.ChangeJobs(ANNA, Verb.DELETE, Selector.parse("1"), List.of(), null), Reply.Refused.class);

        assertThat(refused.why())
                .isEqualTo(new Rejection.IllegalTransition(id, "delete", new Rejection.Obstacle.StillToRun(3)));
        grid.change(Verb.BLOCK, "1.1");
        grid.change(Verb.PAUSE, "1.2");
        grid.change(Verb.CANCEL, "1.3");
        grid.change(Verb.DELETE, "1");
        assertThat(grid.roster().jobs().get(id)).isNull();
    }

    @Test
    void a_job_that_was_just_cancelled_is_deleted_although_its_tasks_are_still_being_stopped() {
        JobId id = grid.submit(array(2));
        List<AttemptId> running =
                grid.orders(node).start().stream().map(Start::attempt).toList();
        grid.change(Verb.CANCEL, "1");

        grid.change(Verb.DELETE, "1");

        assertThat(grid.roster().jobs().get(id)).isNull();
        assertThat(grid.orders(
                                node,
                                Held.of(running.get(0), Held.State.RUNNING),
                                Held.of(running.get(1), Held.State.RUNNING))
                        .stop())
                .containsExactlyElementsOf(running);
        assertThat(grid.commit(node, done(running.get(0)))
                        .answers()
                        .get(0)
                        .verdict()
                        .word())
                .isEqualTo("discard");
    }

    @Test
    void balanced_serves_the_type_with_the_fewest_running_tasks() {
        Introduced big = grid.introduce("big", new Capacity(4, TWO_SLOTS.memory()));
        grid.submit(array(10));
        grid.submit(typed("other.py"));

        List<Start> starts = grid.orders(big).start();

        assertThat(starts.stream().filter(start -> start.spec().type().equals("sim.py")))
                .hasSize(2);
        assertThat(starts.stream().filter(start -> start.spec().type().equals("other.py")))
                .hasSize(2);
    }

    @Test
    void with_fewer_nodes_than_types_balanced_tells_only_owners_apart() {
        Introduced big = grid.introduce("big", new Capacity(4, TWO_SLOTS.memory()));
        grid.submit(array(10));
        grid.submit(typed("b.py"));
        grid.submit(typed("c.py"));
        Caller bob = new Caller(new Owner("bob"), false);
        grid.ask(new Command.Submit(bob, array(10), List.of(), null, List.of()), Reply.Submitted.class);

        List<Start> starts = grid.orders(big).start();

        assertThat(starts.stream().filter(start -> start.attempt().job().value() == 4))
                .hasSize(2);
    }

    @Test
    void fifo_serves_the_oldest_job_first() {
        grid.ask(new Command.ChangeSetting(ADMIN, "strategy", "fifo"), Reply.Acknowledged.class);
        grid.submit(array(10));
        grid.submit(typed("other.py"));

        assertThat(grid.orders(node).start())
                .allMatch(start -> start.attempt().job().value() == 1);
    }

    private static JobSpec typed(String type) {
        JobSpec spec = array(10);
        return new JobSpec(
                spec.name(),
                type,
                spec.command(),
                spec.array(),
                spec.inputs(),
                spec.outputs(),
                spec.needs(),
                spec.limits());
    }

    private static List<Start> starts(List<Reply> replies) {
        List<Start> starts = new ArrayList<>();
        for (Reply reply : replies) {
            if (reply instanceof Reply.Ordered ordered) {
                starts.addAll(ordered.content().start());
            }
        }
        return starts;
    }
}
