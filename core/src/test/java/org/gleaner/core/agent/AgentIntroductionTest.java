package org.gleaner.core.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.core.agent.AgentOutbox.anAgentThatRuns;
import static org.gleaner.core.agent.AgentOutbox.anIntroducedAgent;
import static org.gleaner.core.agent.AgentOutbox.blob;
import static org.gleaner.core.agent.AgentOutbox.done;
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
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.RuntimeVersion;
import org.gleaner.core.node.Abilities;
import org.gleaner.core.node.Held;
import org.gleaner.core.node.NodeFacts;
import org.junit.jupiter.api.Test;

/** How an agent makes itself known, again when the server does not know it, or when it knows more of itself. */
final class AgentIntroductionTest {
    private static final AttemptId A = AttemptId.of(7, 1, 1);

    @Test
    void a_restarted_agent_introduces_itself_with_the_results_on_disk_and_commits_them() {
        AgentOutbox agent = new AgentOutbox();

        agent.starts(List.of(done(A, blob('a'))), AgentOutbox.NODE);

        Introduce introduce = agent.take(Introduce.class);
        assertThat(introduce.asNew()).isFalse();
        assertThat(introduce.introduction().holds()).containsExactly(Held.of(A, Held.State.FINISHED));
        agent.introduced(introduce, 2);
        assertThat(agent.take(Commit.class).content().incarnation()).isEqualTo(2);
        assertThat(agent.take(Sync.class).report().incarnation()).isEqualTo(2);
        agent.assertNothingElseSent();
    }

    @Test
    void results_of_another_node_are_forgotten_because_their_ids_may_mean_something_else() {
        AgentOutbox agent = new AgentOutbox();
        agent.starts(List.of(done(A)), AgentOutbox.NODE);

        agent.introduced(agent.take(Introduce.class), 1, new NodeId(99));

        assertThat(agent.take(ForgetResult.class).attempt()).isEqualTo(A);
        assertThat(agent.take(Sync.class).report().holds()).isEmpty();
        agent.assertNothingElseSent();
    }

    @Test
    void a_stale_incarnation_introduces_itself_again_and_what_runs_goes_on() {
        AgentOutbox agent = anAgentThatRuns(A);
        Sync sync = agent.take(Sync.class);

        agent.on(new AgentInput.CallRefused(sync.call(), AgentLogic.STALE_INCARNATION));

        Introduce again = agent.take(Introduce.class);
        assertThat(again.asNew()).isFalse();
        assertThat(again.introduction().holds()).containsExactly(Held.of(A, Held.State.RUNNING));
        agent.introduced(again, 2);
        assertThat(agent.take(Sync.class).report().holds()).containsExactly(Held.of(A, Held.State.RUNNING));
        agent.assertNothingElseSent();
    }

    @Test
    void an_agent_that_introduces_itself_again_is_still_in_the_same_stay() {
        AgentOutbox agent = new AgentOutbox();
        agent.starts(List.of(), null);
        Introduce first = agent.take(Introduce.class);
        agent.introduced(first, 1);
        Sync sync = agent.take(Sync.class);
        agent.passes(Duration.ofSeconds(7));

        agent.on(new AgentInput.CallRefused(sync.call(), AgentLogic.STALE_INCARNATION));

        assertThat(first.introduction().stay()).isEqualTo(AgentOutbox.STAY);
        assertThat(agent.take(Introduce.class).introduction().stay())
                .isEqualTo(AgentOutbox.STAY.later(Duration.ofSeconds(7)));
    }

    @Test
    void what_is_found_out_later_is_told_without_losing_what_was_assigned_meanwhile() {
        AgentOutbox agent = anIntroducedAgent();
        agent.take(Sync.class);
        NodeFacts more = AgentOutbox.FACTS.with(Abilities.NONE.withRuntimes(List.of(RuntimeVersion.parse("perl:5"))));

        agent.on(new AgentInput.FactsFound(more));

        Sync quick = agent.take(Sync.class);
        assertThat(quick.report().patience()).isZero();
        agent.orders(quick, start(A, 0));
        agent.assertStarts(A);
        Introduce again = agent.take(Introduce.class);
        assertThat(again.asNew()).isFalse();
        assertThat(again.introduction().facts()).isEqualTo(more);
        assertThat(again.introduction().holds()).containsExactly(Held.of(A, Held.State.RUNNING));
        agent.introduced(again, 2);
        assertThat(agent.take(Sync.class).report().patience()).isEqualTo(AgentOutbox.LONG_CALL);
        agent.on(new AgentInput.FactsFound(more));
        agent.assertNothingElseSent();
    }

    @Test
    void what_is_found_out_while_the_introduction_is_under_way_is_told_behind_it() {
        AgentOutbox agent = new AgentOutbox();
        agent.starts(List.of(), AgentOutbox.NODE);
        Introduce first = agent.take(Introduce.class);
        NodeFacts more = AgentOutbox.FACTS.with(Abilities.NONE.withRuntimes(List.of(RuntimeVersion.parse("perl:5"))));

        agent.on(new AgentInput.FactsFound(more));
        agent.introduced(first, 1);

        agent.orders(agent.take(Sync.class));
        assertThat(agent.take(Introduce.class).introduction().facts()).isEqualTo(more);
        agent.assertNothingElseSent();
    }

    @Test
    void two_agents_of_one_identity_do_not_chase_each_other_without_a_pause() {
        AgentOutbox agent = anIntroducedAgent();
        agent.on(new AgentInput.CallRefused(agent.take(Sync.class).call(), AgentLogic.STALE_INCARNATION));
        agent.introduced(agent.take(Introduce.class), 3);

        agent.on(new AgentInput.CallRefused(agent.take(Sync.class).call(), AgentLogic.STALE_INCARNATION));

        agent.assertNothingElseSent();
        agent.passes(Duration.ofSeconds(1));
        agent.take(Introduce.class);
        agent.assertNothingElseSent();
    }

    @Test
    void a_node_whose_token_is_no_longer_taken_joins_as_a_new_one() {
        AgentOutbox agent = new AgentOutbox();
        agent.starts(List.of(), AgentOutbox.NODE);

        refusedTwice(agent);
        Introduce third = agent.take(Introduce.class);
        assertThat(third.asNew()).isFalse();
        agent.on(new AgentInput.CallRefused(third.call(), AgentLogic.UNAUTHENTICATED));
        agent.passes(Duration.ofSeconds(5));

        assertThat(agent.take(Introduce.class).asNew()).isTrue();
        agent.assertNothingElseSent();
    }

    @Test
    void an_agent_that_is_never_let_in_ends_and_says_why() {
        AgentOutbox agent = new AgentOutbox();
        agent.starts(List.of(), null);

        refusedTwice(agent);
        agent.on(new AgentInput.CallRefused(agent.take(Introduce.class).call(), AgentLogic.UNAUTHENTICATED));

        assertThat(agent.take(Exit.class).refusal()).isEqualTo(AgentLogic.UNAUTHENTICATED);
        agent.assertNothingElseSent();
    }

    @Test
    void a_token_that_is_refused_by_mistake_costs_nothing_that_runs() {
        AgentOutbox agent = anAgentThatRuns(A);
        agent.on(new AgentInput.CallRefused(agent.take(Sync.class).call(), AgentLogic.UNAUTHENTICATED));

        refusedTwice(agent);
        Introduce again = agent.take(Introduce.class);
        agent.introduced(again, 2);

        assertThat(again.asNew()).isFalse();
        assertThat(again.introduction().holds()).containsExactly(Held.of(A, Held.State.RUNNING));
        assertThat(agent.take(Sync.class).report().holds()).containsExactly(Held.of(A, Held.State.RUNNING));
        agent.assertNothingElseSent();
    }

    /** Each time it comes back after a pause, as who it is. */
    private static void refusedTwice(AgentOutbox agent) {
        for (int i = 0; i < 2; i++) {
            agent.on(new AgentInput.CallRefused(agent.take(Introduce.class).call(), AgentLogic.UNAUTHENTICATED));
            agent.assertNothingElseSent();
            agent.passes(Duration.ofSeconds(5));
        }
    }

    @Test
    void what_another_server_gave_is_killed_without_a_word_to_this_one() {
        AgentOutbox agent = anAgentThatRuns(A);
        agent.on(new AgentInput.CallRefused(agent.take(Sync.class).call(), AgentLogic.UNKNOWN_NODE));
        refusedTwice(agent);
        agent.on(new AgentInput.CallRefused(agent.take(Introduce.class).call(), AgentLogic.UNAUTHENTICATED));
        agent.passes(Duration.ofSeconds(5));
        Introduce asNew = agent.take(Introduce.class);
        assertThat(asNew.asNew()).isTrue();

        agent.introduced(asNew, 1, new NodeId(8));

        assertThat(agent.take(KillProcess.class).attempt()).isEqualTo(A);
        assertThat(agent.take(Sync.class).report().holds()).isEmpty();
        agent.on(new AgentInput.AttemptFinished(AttemptReport.bare(A, Outcome.STOPPED, "")));
        agent.take(ForgetResult.class);
        agent.assertNothingElseSent();
    }
}
