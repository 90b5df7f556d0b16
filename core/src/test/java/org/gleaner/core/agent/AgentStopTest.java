package org.gleaner.core.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.core.agent.AgentOutbox.anAgentThatRuns;
import static org.gleaner.core.agent.AgentOutbox.anIntroducedAgent;
import static org.gleaner.core.agent.AgentOutbox.start;

import java.time.Duration;
import java.util.List;
import org.gleaner.core.agent.AgentEffect.Commit;
import org.gleaner.core.agent.AgentEffect.Exit;
import org.gleaner.core.agent.AgentEffect.ForgetResult;
import org.gleaner.core.agent.AgentEffect.Introduce;
import org.gleaner.core.agent.AgentEffect.KillProcess;
import org.gleaner.core.agent.AgentEffect.Sync;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.job.RuntimeVersion;
import org.gleaner.core.message.CommitAnswer.Verdict;
import org.gleaner.core.node.Abilities;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.NodeFacts;
import org.junit.jupiter.api.Test;

/** How an agent ends that is asked to. */
final class AgentStopTest {
    private static final NodeFacts PERL_TOO =
            AgentOutbox.FACTS.with(Abilities.NONE.withRuntimes(List.of(RuntimeVersion.parse("perl:5"))));
    private static final AttemptId A = AttemptId.of(7, 1, 1);
    private static final AttemptId B = AttemptId.of(7, 2, 1);

    @Test
    void asked_to_stop_it_hands_everything_back_says_goodbye_and_ends() {
        AgentOutbox agent = anIntroducedAgent();
        agent.orders(agent.take(Sync.class), start(A, 0), start(B, 0));
        agent.assertStarts(A);
        agent.take(Sync.class);

        agent.on(new AgentInput.StopRequested());

        assertThat(agent.take(KillProcess.class).attempt()).isEqualTo(A);
        agent.orders(announced(agent));
        Commit returned = agent.take(Commit.class);
        assertThat(returned.content().wantsWork()).isFalse();
        agent.on(new AgentInput.AttemptFinished(AttemptReport.bare(A, Outcome.STOPPED, "")));
        agent.answers(returned, Verdict.ACCEPTED);
        agent.take(ForgetResult.class);
        agent.answers(agent.take(Commit.class), Verdict.ACCEPTED);
        agent.take(ForgetResult.class);
        Sync goodbye = agent.take(Sync.class);
        assertThat(goodbye.report().offer()).isEqualTo(Capacity.NOTHING);
        assertThat(goodbye.report().patience()).isZero();
        assertThat(goodbye.report().farewell()).isTrue();
        agent.assertNothingElseSent();

        agent.orders(goodbye);

        assertThat(agent.take(Exit.class).refusal()).isNull();
        agent.assertNothingElseSent();
    }

    private static Sync announced(AgentOutbox agent) {
        Sync stops = agent.take(Sync.class);
        assertThat(stops.report().farewell()).isTrue();
        assertThat(stops.report().offer()).isEqualTo(Capacity.NOTHING);
        assertThat(stops.report().holds()).isNotEmpty();
        return stops;
    }

    @Test
    void asked_to_stop_it_hands_nothing_back_before_the_server_knows_that_it_takes_nothing_more() {
        AgentOutbox agent = anAgentThatRuns(A);
        agent.take(Sync.class);

        agent.on(new AgentInput.StopRequested());
        agent.take(KillProcess.class);
        Sync stops = announced(agent);
        agent.on(new AgentInput.AttemptFinished(AttemptReport.bare(A, Outcome.STOPPED, "")));
        agent.assertNothingElseSent();

        agent.orders(stops);
        assertThat(agent.take(Commit.class).content().reports())
                .containsExactly(AttemptReport.bare(A, Outcome.STOPPED, ""));
    }

    @Test
    void a_server_that_does_not_answer_that_keeps_no_report_back() {
        AgentOutbox agent = anAgentThatRuns(A);
        agent.take(Sync.class);
        agent.on(new AgentInput.StopRequested());
        agent.take(KillProcess.class);
        announced(agent);
        agent.on(new AgentInput.AttemptFinished(AttemptReport.bare(A, Outcome.STOPPED, "")));

        agent.passes(AgentPolicy.DEFAULT.stopLimit().dividedBy(2));

        agent.take(Commit.class);
    }

    @Test
    void asked_to_stop_while_it_introduces_itself_again_it_still_hands_everything_back() {
        AgentOutbox agent = anAgentThatRuns(A);
        agent.take(Sync.class);
        agent.on(new AgentInput.FactsFound(PERL_TOO));
        agent.orders(agent.take(Sync.class));
        Introduce again = agent.take(Introduce.class);

        agent.on(new AgentInput.StopRequested());
        agent.take(KillProcess.class);
        agent.on(new AgentInput.AttemptFinished(AttemptReport.bare(A, Outcome.STOPPED, "")));

        agent.assertNothingElseSent();
        agent.introduced(again, 2);
        agent.orders(announced(agent));
        agent.answers(agent.take(Commit.class), Verdict.ACCEPTED);
        agent.take(ForgetResult.class);
        agent.orders(agent.take(Sync.class));
        agent.take(Exit.class);
        agent.assertNothingElseSent();
    }

    @Test
    void asked_to_stop_with_new_facts_to_tell_it_rather_hands_everything_back() {
        AgentOutbox agent = anAgentThatRuns(A);
        agent.take(Sync.class);
        agent.on(new AgentInput.FactsFound(PERL_TOO));
        Sync quick = agent.take(Sync.class);

        agent.on(new AgentInput.StopRequested());
        agent.take(KillProcess.class);
        agent.orders(quick);
        agent.orders(announced(agent));
        agent.on(new AgentInput.AttemptFinished(AttemptReport.bare(A, Outcome.STOPPED, "")));

        agent.answers(agent.take(Commit.class), Verdict.ACCEPTED);
        agent.take(ForgetResult.class);
        agent.orders(agent.take(Sync.class));
        agent.take(Exit.class);
        agent.assertNothingElseSent();
    }

    @Test
    void what_it_was_given_before_the_server_heard_its_goodbye_is_handed_back_too() {
        AgentOutbox agent = anIntroducedAgent();
        agent.take(Sync.class);
        agent.on(new AgentInput.StopRequested());
        Sync goodbye = agent.take(Sync.class);

        agent.orders(goodbye, start(A, 0));

        Commit returned = agent.take(Commit.class);
        assertThat(returned.content().reports())
                .containsExactly(AttemptReport.bare(A, Outcome.RETURNED, "the agent is stopping"));
        agent.answers(returned, Verdict.ACCEPTED);
        agent.take(ForgetResult.class);
        agent.orders(agent.take(Sync.class));
        agent.take(Exit.class);
        agent.assertNothingElseSent();
    }

    @Test
    void asked_to_stop_it_does_not_wait_for_ever_for_a_server_that_is_away() {
        AgentOutbox agent = anAgentThatRuns(A);
        agent.on(new AgentInput.CallFailed(agent.take(Sync.class).call(), Duration.ofMinutes(1)));
        agent.on(new AgentInput.StopRequested());
        agent.take(KillProcess.class);
        agent.on(new AgentInput.AttemptFinished(AttemptReport.bare(A, Outcome.STOPPED, "")));
        agent.assertNothingElseSent();

        agent.passes(AgentPolicy.DEFAULT.stopLimit());

        agent.take(Exit.class);
        agent.assertNothingElseSent();
    }
}
