package org.gleaner.core.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.core.step.GridFixture.ADMIN;
import static org.gleaner.core.step.GridFixture.ANNA;
import static org.gleaner.core.step.GridFixture.PATIENCE;
import static org.gleaner.core.step.GridFixture.TWO_SLOTS;
import static org.gleaner.core.step.GridFixture.array;
import static org.gleaner.core.step.GridFixture.done;

import java.time.Duration;
import java.util.List;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Halt;
import org.gleaner.core.grid.NodeSummary;
import org.gleaner.core.grid.Question;
import org.gleaner.core.grid.Reason;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.TokenHash;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.message.CommitCall;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.message.Orders;
import org.gleaner.core.message.Start;
import org.gleaner.core.node.Duty;
import org.gleaner.core.node.Held;
import org.gleaner.core.node.NodeFacts;
import org.junit.jupiter.api.Test;

/** Nodes that rest, nodes that are forgotten, and the switch that stops everything. */
final class DutyTest {
    private final GridFixture grid = new GridFixture();
    private final Introduced node = grid.introduce("lab-1", TWO_SLOTS);

    private void set(Duty duty) {
        grid.ask(new Command.SetDuty(ADMIN, node.node(), duty), Reply.Acknowledged.class);
    }

    private void halt(Halt halt) {
        grid.ask(new Command.ChangeSetting(ADMIN, "halt", halt.word()), Reply.Acknowledged.class);
    }

    private NodeSummary shown() {
        return grid.ask(new Question.ListNodes(ANNA), Reply.Nodes.class).nodes().get(0);
    }

    private static Held running(AttemptId attempt) {
        return Held.of(attempt, Held.State.RUNNING);
    }

    @Test
    void a_paused_node_starts_nothing_new_and_why_says_so() {
        JobId job = grid.submit(array(3));
        set(Duty.PAUSED);

        assertThat(grid.orders(node).start()).isEmpty();
        assertThat(shown().state()).isEqualTo("paused");
        assertThat(grid.ask(new Question.AskWhy(ANNA, new Selector.OneJob(job)), Reply.Explained.class)
                        .reasons())
                .extracting(Reason::kind)
                .containsExactly(Reason.Kind.NODES_PAUSED);
    }

    @Test
    void a_paused_node_stays_so_when_server_and_agent_start_again() {
        set(Duty.PAUSED);
        grid.restart();
        Introduced again = grid.introduceAgain(node.node(), List.of());
        grid.submit(array(3));

        assertThat(grid.orders(again).start()).isEmpty();
    }

    @Test
    void a_resumed_node_that_waits_is_offered_work_at_once() {
        set(Duty.PAUSED);
        grid.submit(array(1));
        grid.send(grid.sync(node, PATIENCE, List.of()));

        set(Duty.WORKING);
        grid.pass(Duration.ofMillis(20));

        assertThat(grid.takeOutbox()).hasSize(1);
    }

    @Test
    void a_draining_node_finishes_what_it_has_and_is_drained_then() {
        grid.submit(array(1));
        AttemptId attempt = grid.orders(node).start().get(0).attempt();

        set(Duty.DRAINING);
        assertThat(shown().state()).isEqualTo("draining");
        assertThat(grid.orders(node, running(attempt)).stop()).isEmpty();
        grid.commit(node, done(attempt));

        assertThat(shown().state()).isEqualTo("drained");
    }

    @Test
    void only_a_silent_node_can_be_forgotten_and_it_takes_its_token_along() {
        TokenHash own = new TokenHash("a".repeat(64));
        NodeFacts facts = new NodeFacts("lab-2", "linux", "x64", 4, Duration.ofMillis(300), "0.1.0");
        NodeId other = grid.ask(
                        new Command.Introduce(null, new Introduction(facts, TWO_SLOTS, List.of()), own),
                        Reply.Introduced.class)
                .content()
                .node();
        Command forget = new Command.SetDuty(ADMIN, other, Duty.FORGOTTEN);

        assertThat(grid.ask(forget, Reply.Refused.class).why()).isEqualTo(new Rejection.NodeConnected(other));
        grid.pass(Duration.ofMinutes(2));
        grid.ask(forget, Reply.Acknowledged.class);

        assertThat(grid.state().tokens()).isEmpty();
        assertThat(grid.ask(new Question.ListNodes(ANNA), Reply.Nodes.class).nodes())
                .extracting(NodeSummary::id)
                .containsExactly(node.node());
        assertThat(grid.ask(
                                new Command.Introduce(other, new Introduction(facts, TWO_SLOTS, List.of()), null),
                                Reply.Refused.class)
                        .why())
                .isEqualTo(new Rejection.UnknownNode(other));
    }

    private void expel(Introduced one) {
        grid.ask(new Command.SetDuty(ADMIN, one.node(), Duty.FORGOTTEN, true), Reply.Acknowledged.class);
    }

    @Test
    void a_node_that_is_forgotten_by_force_loses_what_it_has_and_nothing_that_is_done() {
        JobId job = grid.submit(array(2));
        List<Start> starts = grid.orders(node).start();
        AttemptId first = starts.get(0).attempt();
        AttemptId second = starts.get(1).attempt();
        grid.orders(node, GridFixture.running(starts));
        grid.commit(node, done(first));

        expel(node);

        assertThat(grid.task(job, first.ordinal())).isEqualTo(TaskState.DONE);
        assertThat(grid.task(job, second.ordinal())).isEqualTo(TaskState.READY);
        assertThat(grid.roster().jobs().open(job).record(second.ordinal()).lost())
                .isEqualTo(1);
        Introduced other = grid.introduce("lab-2", TWO_SLOTS);
        assertThat(grid.orders(other).start())
                .extracting(one -> one.attempt().task())
                .containsExactly(second.task());
    }

    @Test
    void whatever_a_node_says_that_was_forgotten_by_force_is_refused() {
        JobId job = grid.submit(array(1));
        AttemptId attempt = grid.orders(node).start().get(0).attempt();

        expel(node);

        CommitCall late = new CommitCall(node.incarnation(), List.of(done(attempt)), true);
        Rejection unknown = new Rejection.UnknownNode(node.node());
        assertThat(grid.ask(new Command.Commit(node.node(), late, List.of()), Reply.Refused.class)
                        .why())
                .isEqualTo(unknown);
        assertThat(grid.ask(grid.sync(node, PATIENCE, List.of()), Reply.Refused.class)
                        .why())
                .isEqualTo(unknown);
        assertThat(grid.task(job, 1)).isEqualTo(TaskState.READY);
        grid.restart();
        assertThat(grid.ask(new Question.ListNodes(ANNA), Reply.Nodes.class).nodes())
                .isEmpty();
    }

    @Test
    void the_call_of_a_node_that_is_forgotten_by_force_is_not_held_open_any_longer() {
        grid.send(grid.sync(node, PATIENCE, List.of()));

        expel(node);

        assertThat(grid.takeOutbox()).containsExactly(new Reply.Ordered(Orders.NONE));
        grid.submit(array(1));
        grid.pass(Duration.ofMinutes(1));
        assertThat(grid.takeOutbox()).isEmpty();
    }

    @Test
    void only_an_admin_may_pause_a_node() {
        assertThat(grid.ask(new Command.SetDuty(ANNA, node.node(), Duty.PAUSED), Reply.Refused.class)
                        .why())
                .isInstanceOf(Rejection.NotAllowed.class);
    }

    @Test
    void stop_all_starts_nothing_and_lets_run_what_runs() {
        grid.submit(array(1));
        AttemptId attempt = grid.orders(node).start().get(0).attempt();
        grid.submit(array(1));

        halt(Halt.STARTS);

        assertThat(grid.orders(node, running(attempt))).isEqualTo(Orders.NONE);
        assertThat(grid.commit(node, done(attempt)).start()).isEmpty();
    }

    @Test
    void stop_all_with_kill_stops_what_runs_and_its_tasks_are_ready_without_a_charge() {
        JobId job = grid.submit(array(1));
        AttemptId attempt = grid.orders(node).start().get(0).attempt();
        grid.send(grid.sync(node, PATIENCE, List.of(running(attempt))));

        halt(Halt.ALL);
        assertThat(grid.takeOutbox())
                .containsExactly(new Reply.Ordered(new Orders(List.of(), List.of(attempt), List.of(), List.of())));
        grid.orders(node);

        assertThat(grid.task(job, 1)).isEqualTo(TaskState.READY);
        assertThat(grid.roster().jobs().open(job).record(1).failures()).isZero();
        halt(Halt.NONE);
        assertThat(grid.orders(node).start()).extracting(Start::attempt).hasSize(1);
    }

    @Test
    void a_result_that_was_finished_before_the_kill_is_taken() {
        JobId job = grid.submit(array(1));
        AttemptId attempt = grid.orders(node).start().get(0).attempt();
        halt(Halt.ALL);

        assertThat(grid.orders(node, Held.of(attempt, Held.State.FINISHED)).report())
                .containsExactly(attempt);
        grid.commit(node, done(attempt));

        assertThat(grid.roster().jobs().get(job)).isNull();
    }

    @Test
    void a_node_is_told_in_full_to_its_admin_and_only_what_is_theirs_to_others() {
        grid.submit(array(2));
        List<Start> starts = grid.orders(node).start();
        grid.commit(node, done(starts.get(0).attempt()));
        Caller bob = new Caller(new org.gleaner.core.id.Owner("bob"), false);

        Reply.NodeDetail all = grid.ask(new Question.AskNode(ADMIN, node.node()), Reply.NodeDetail.class);
        Reply.NodeDetail some = grid.ask(new Question.AskNode(bob, node.node()), Reply.NodeDetail.class);

        assertThat(all.runs()).hasSize(1);
        assertThat(all.outcomes()).extracting(Reply.NodeOutcome::outcome).containsExactly(Outcome.DONE);
        assertThat(some.runs()).isEmpty();
        assertThat(some.outcomes()).isEmpty();
        assertThat(some.node().attempts()).isEqualTo(1);
    }
}
