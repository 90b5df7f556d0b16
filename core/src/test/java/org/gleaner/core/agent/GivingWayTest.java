package org.gleaner.core.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.gleaner.core.agent.AgentOutbox.anAgentThatRuns;
import static org.gleaner.core.agent.AgentOutbox.anIntroducedAgent;
import static org.gleaner.core.agent.AgentOutbox.done;
import static org.gleaner.core.agent.AgentOutbox.start;

import java.time.Duration;
import org.gleaner.core.agent.AgentEffect.ChangeWelcome;
import org.gleaner.core.agent.AgentEffect.Commit;
import org.gleaner.core.agent.AgentEffect.KillProcess;
import org.gleaner.core.agent.AgentEffect.ResumeProcess;
import org.gleaner.core.agent.AgentEffect.SuspendProcess;
import org.gleaner.core.agent.AgentEffect.Sync;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.message.CommitAnswer;
import org.gleaner.core.message.SyncReport;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Held;
import org.gleaner.core.node.ProcessorUse;
import org.junit.jupiter.api.Test;

/** What an agent does while tasks are not welcome on its machine. */
final class GivingWayTest {
    private static final AttemptId A = AttemptId.of(7, 1, 1);
    private static final AttemptId B = AttemptId.of(7, 2, 1);
    private static final AgentInput SOMEBODY_CAME = new AgentInput.WelcomeChanged(false);
    private static final AgentInput NOBODY_IS_THERE = new AgentInput.WelcomeChanged(true);

    @Test
    void when_somebody_comes_tasks_are_suspended_and_nothing_is_offered() {
        AgentOutbox agent = anAgentThatRuns(A);
        agent.take(Sync.class);

        agent.on(SOMEBODY_CAME);

        assertThat(agent.take(SuspendProcess.class).attempt()).isEqualTo(A);
        assertThat(agent.take(ChangeWelcome.class).welcome()).isFalse();
        SyncReport said = agent.take(Sync.class).report();
        assertThat(said.offer()).isEqualTo(Capacity.NOTHING);
        assertThat(said.holds()).containsExactly(Held.of(A, Held.State.SUSPENDED));
        agent.assertNothingElseSent();
    }

    @Test
    void when_somebody_comes_nothing_may_wait_for_tasks_any_more_though_none_runs() {
        AgentOutbox agent = anIntroducedAgent();
        agent.take(Sync.class);

        agent.on(SOMEBODY_CAME);
        agent.on(SOMEBODY_CAME);

        assertThat(agent.take(ChangeWelcome.class).welcome()).isFalse();
        agent.take(Sync.class);
        agent.assertNothingElseSent();
    }

    @Test
    void when_they_leave_soon_tasks_go_on() {
        AgentOutbox agent = running(A);
        agent.on(SOMEBODY_CAME);
        agent.take(SuspendProcess.class);
        agent.take(ChangeWelcome.class);
        agent.take(Sync.class);

        agent.passes(Duration.ofSeconds(19));
        agent.on(NOBODY_IS_THERE);

        assertThat(agent.take(ResumeProcess.class).attempt()).isEqualTo(A);
        assertThat(agent.take(ChangeWelcome.class).welcome()).isTrue();
        SyncReport said = agent.take(Sync.class).report();
        assertThat(said.offer()).isEqualTo(AgentOutbox.TWO_SLOTS);
        assertThat(said.holds()).containsExactly(Held.of(A, Held.State.RUNNING));
        agent.passes(AgentPolicy.DEFAULT.evictAfter());
        assertThat(agent.hasSent(KillProcess.class))
                .as("a kill, although they had left")
                .isFalse();
    }

    @Test
    void when_they_stay_tasks_are_evicted_so_that_their_memory_is_free() {
        AgentOutbox agent = running(A);
        agent.on(SOMEBODY_CAME);
        agent.take(SuspendProcess.class);
        agent.take(ChangeWelcome.class);

        agent.passes(AgentPolicy.DEFAULT.evictAfter());

        KillProcess kill = agent.takeNext(KillProcess.class);
        assertThat(kill.attempt()).isEqualTo(A);
        assertThat(kill.grace()).isEqualTo(AgentPolicy.DEFAULT.evictGrace());

        agent.on(new AgentInput.AttemptFinished(AttemptReport.bare(A, Outcome.STOPPED, "")));

        AttemptReport report = agent.take(Commit.class).content().reports().get(0);
        assertThat(report.outcome()).isEqualTo(Outcome.EVICTED);
        assertThat(report.detail()).isEqualTo("the machine is needed by its owner");
    }

    @Test
    void a_task_that_ends_by_itself_while_it_is_evicted_has_its_result() {
        AgentOutbox agent = running(A);
        agent.on(SOMEBODY_CAME);
        agent.take(SuspendProcess.class);
        agent.take(ChangeWelcome.class);
        agent.passes(AgentPolicy.DEFAULT.evictAfter());
        agent.takeNext(KillProcess.class);

        agent.finishes(done(A));

        assertThat(agent.take(Commit.class).content().reports()).containsExactly(done(A));
    }

    @Test
    void what_waits_goes_back_at_once_and_so_does_what_comes_meanwhile() {
        AgentOutbox agent = anIntroducedAgent();
        agent.orders(agent.take(Sync.class), start(A, 0), start(B, 0));
        agent.assertStarts(A);
        agent.take(Sync.class);

        agent.on(SOMEBODY_CAME);

        agent.take(SuspendProcess.class);
        agent.take(ChangeWelcome.class);
        Commit commit = agent.take(Commit.class);
        assertThat(commit.content().reports())
                .extracting(AttemptReport::attempt, AttemptReport::outcome)
                .containsExactly(tuple(B, Outcome.RETURNED));
        assertThat(commit.content().wantsWork()).isFalse();

        AttemptId late = AttemptId.of(7, 9, 1);
        agent.orders(agent.take(Sync.class), start(late, 1));
        agent.answers(commit, CommitAnswer.Verdict.ACCEPTED);

        agent.take(AgentEffect.ForgetResult.class);
        assertThat(agent.take(Commit.class).content().reports())
                .extracting(AttemptReport::attempt, AttemptReport::outcome)
                .containsExactly(tuple(late, Outcome.RETURNED));
        agent.assertNothingElseSent();
    }

    @Test
    void while_somebody_is_there_the_server_does_not_learn_how_hard_they_work() {
        AgentOutbox agent = anIntroducedAgent();
        agent.take(Sync.class);
        agent.on(SOMEBODY_CAME);
        agent.take(ChangeWelcome.class);
        Sync sync = agent.take(Sync.class);

        agent.on(new AgentInput.OfferChanged(AgentOutbox.TWO_SLOTS, new ProcessorUse(0.7, 0.1)));
        agent.passes(Duration.ofSeconds(20));
        agent.orders(sync);

        SyncReport said = agent.take(Sync.class).report();
        assertThat(said.load()).isZero();
        assertThat(said.tasksLoad()).isNull();
        assertThat(said.offer()).isEqualTo(Capacity.NOTHING);
    }

    @Test
    void a_suspended_task_that_the_server_stops_is_killed() {
        AgentOutbox agent = running(A);
        agent.on(SOMEBODY_CAME);
        agent.take(SuspendProcess.class);
        agent.take(ChangeWelcome.class);

        agent.ordersStop(agent.take(Sync.class), A);

        assertThat(agent.take(KillProcess.class).attempt()).isEqualTo(A);
    }

    @Test
    void an_agent_that_is_told_to_stop_kills_what_is_suspended() {
        AgentOutbox agent = running(A);
        agent.on(SOMEBODY_CAME);
        agent.take(SuspendProcess.class);
        agent.take(ChangeWelcome.class);
        agent.take(Sync.class);

        agent.on(new AgentInput.StopRequested());

        assertThat(agent.take(KillProcess.class).attempt()).isEqualTo(A);
    }

    private static AgentOutbox running(AttemptId attempt) {
        AgentOutbox agent = anAgentThatRuns(attempt);
        agent.take(Sync.class);
        return agent;
    }
}
