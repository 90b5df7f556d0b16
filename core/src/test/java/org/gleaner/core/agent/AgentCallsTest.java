package org.gleaner.core.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.core.agent.AgentOutbox.anIntroducedAgent;
import static org.gleaner.core.agent.AgentOutbox.blob;
import static org.gleaner.core.agent.AgentOutbox.done;
import static org.gleaner.core.agent.AgentOutbox.start;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.gleaner.core.agent.AgentEffect.Commit;
import org.gleaner.core.agent.AgentEffect.Exit;
import org.gleaner.core.agent.AgentEffect.ForgetResult;
import org.gleaner.core.agent.AgentEffect.Introduce;
import org.gleaner.core.agent.AgentEffect.KillProcess;
import org.gleaner.core.agent.AgentEffect.Sync;
import org.gleaner.core.agent.AgentEffect.Upload;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.RuntimeVersion;
import org.gleaner.core.message.CommitAnswer.Verdict;
import org.gleaner.core.node.Abilities;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Held;
import org.gleaner.core.node.NodeFacts;
import org.junit.jupiter.api.Test;

/** How an agent speaks to a server that is slow, away, restarted, or does not know it; and how it ends. */
final class AgentCallsTest {
    private static final NodeFacts PERL_TOO =
            AgentOutbox.FACTS.with(Abilities.NONE.withRuntimes(List.of(RuntimeVersion.parse("perl:5"))));

    private static final AttemptId A = AttemptId.of(7, 1, 1);
    private static final AttemptId B = AttemptId.of(7, 2, 1);

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
        AgentOutbox agent = anIntroducedAgent();
        agent.orders(agent.take(Sync.class), start(A, 0));
        agent.assertStarts(A);
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

        agent.on(new AgentInput.CallRefused(agent.take(Introduce.class).call(), AgentLogic.UNAUTHENTICATED));

        assertThat(agent.take(Introduce.class).asNew()).isTrue();
        agent.assertNothingElseSent();
    }

    @Test
    void an_agent_that_is_never_let_in_ends_and_says_why() {
        AgentOutbox agent = new AgentOutbox();
        agent.starts(List.of(), null);

        agent.on(new AgentInput.CallRefused(agent.take(Introduce.class).call(), AgentLogic.UNAUTHENTICATED));

        assertThat(agent.take(Exit.class).refusal()).isEqualTo(AgentLogic.UNAUTHENTICATED);
        agent.assertNothingElseSent();
    }

    @Test
    void replies_to_an_older_sync_are_ignored() {
        AgentOutbox agent = anIntroducedAgent();
        Sync old = agent.take(Sync.class);
        agent.on(new AgentInput.OfferChanged(new Capacity(1, AgentOutbox.TWO_SLOTS.memory()), 0.5));
        Sync newer = agent.take(Sync.class);
        assertThat(newer.report().sequence()).isGreaterThan(old.report().sequence());
        assertThat(newer.report().offer().slots()).isEqualTo(1);

        agent.orders(old, start(A, 0));

        agent.assertNothingElseSent();
        agent.orders(newer, start(A, 0));
        agent.assertStarts(A);
        agent.take(Sync.class);
        agent.assertNothingElseSent();
    }

    @Test
    void an_unanswered_sync_is_given_up_after_its_patience_and_sent_again() {
        AgentOutbox agent = anIntroducedAgent();
        Sync lost = agent.take(Sync.class);

        agent.passes(AgentOutbox.LONG_CALL.plus(AgentPolicy.DEFAULT.callLimit()).minusMillis(1));
        agent.assertNothingElseSent();
        agent.passes(Duration.ofSeconds(1));

        Sync next = agent.take(Sync.class);
        assertThat(next.report().sequence()).isGreaterThan(lost.report().sequence());
        agent.assertNothingElseSent();
    }

    @Test
    void an_unanswered_commit_is_sent_again_with_the_same_content() {
        AgentOutbox agent = anIntroducedAgent();
        agent.orders(agent.take(Sync.class), start(A, 0));
        agent.assertStarts(A);
        Sync sync = agent.take(Sync.class);
        agent.finishes(done(A));
        Commit lost = agent.take(Commit.class);

        agent.passes(AgentPolicy.DEFAULT.callLimit().plusSeconds(1));

        assertThat(agent.take(Commit.class).content().reports())
                .isEqualTo(lost.content().reports());
        agent.answers(lost, Verdict.ACCEPTED);
        agent.assertNothingElseSent();
        agent.orders(sync);
        agent.take(Sync.class);
        agent.assertNothingElseSent();
    }

    @Test
    void pauses_grow_to_half_a_minute_and_end_with_the_first_success() {
        AgentOutbox agent = anIntroducedAgent();
        Sync sync = agent.take(Sync.class);
        for (int i = 0; i < 10; i++) {
            agent.on(new AgentInput.CallFailed(sync.call(), null));
            agent.assertNothingElseSent();
            agent.passes(Duration.ofSeconds(30));
            sync = agent.take(Sync.class);
        }
        agent.on(new AgentInput.CallFailed(sync.call(), null));
        agent.passes(Duration.ofSeconds(14));
        agent.assertNothingElseSent();
        agent.passes(Duration.ofSeconds(16));

        agent.orders(agent.take(Sync.class), start(A, 0));

        agent.assertStarts(A);
        agent.on(new AgentInput.CallFailed(agent.take(Sync.class).call(), null));
        agent.passes(Duration.ofMillis(500));
        agent.take(Sync.class);
        agent.assertNothingElseSent();
    }

    @Test
    void a_wished_pause_is_kept() {
        AgentOutbox agent = anIntroducedAgent();

        agent.on(new AgentInput.CallFailed(agent.take(Sync.class).call(), Duration.ofSeconds(7)));

        agent.passes(Duration.ofMillis(6999));
        agent.assertNothingElseSent();
        agent.passes(Duration.ofMillis(1));
        agent.take(Sync.class);
        agent.assertNothingElseSent();
    }

    @Test
    void works_on_while_the_server_is_away_and_commits_everything_when_it_is_back() {
        AgentOutbox agent = anIntroducedAgent();
        agent.orders(agent.take(Sync.class), start(A, 0), start(B, 0));
        agent.assertStarts(A);
        agent.on(new AgentInput.CallFailed(agent.take(Sync.class).call(), Duration.ofMinutes(1)));

        agent.on(new AgentInput.AttemptFinished(done(A)));
        agent.take(AgentEffect.KeepResult.class);
        agent.assertStarts(B);
        agent.on(new AgentInput.ResultKept(A));
        agent.finishes(done(B, blob('b')));
        agent.assertNothingElseSent();
        agent.passes(Duration.ofMinutes(1));

        assertThat(agent.take(Upload.class).attempt()).isEqualTo(B);
        assertThat(agent.take(Commit.class).content().reports()).containsExactly(done(A));
        assertThat(agent.take(Sync.class).report().holds()).hasSize(2);
        agent.assertNothingElseSent();
    }

    @Test
    void an_upload_that_fails_is_tried_again_after_a_pause() {
        AgentOutbox agent = anIntroducedAgent();
        agent.orders(agent.take(Sync.class), start(A, 0));
        agent.assertStarts(A);
        agent.take(Sync.class);
        agent.finishes(done(A, blob('a')));
        agent.take(Upload.class);

        agent.on(new AgentInput.UploadFailed(A, blob('a'), null));

        agent.assertNothingElseSent();
        agent.passes(Duration.ofMillis(500));
        agent.take(Upload.class);
        agent.assertNothingElseSent();
    }

    @Test
    void one_report_that_the_server_refuses_does_not_hold_up_the_others() {
        AgentOutbox agent = anIntroducedAgent();
        agent.orders(agent.take(Sync.class), start(A, 0), start(B, 0));
        agent.assertStarts(A);
        agent.take(Sync.class);
        agent.on(new AgentInput.AttemptFinished(done(A)));
        agent.take(AgentEffect.KeepResult.class);
        agent.assertStarts(B);
        agent.on(new AgentInput.ResultKept(A));
        agent.finishes(done(B));
        Commit both = agent.take(Commit.class);
        assertThat(both.content().reports()).hasSize(2);

        agent.on(new AgentInput.CallRefused(both.call(), "too-large"));
        agent.passes(Duration.ofSeconds(1));
        Commit first = agent.take(Commit.class);
        assertThat(first.content().reports()).containsExactly(done(A));
        agent.on(new AgentInput.CallRefused(first.call(), "too-large"));
        agent.passes(Duration.ofSeconds(1));

        assertThat(agent.take(Commit.class).content().reports()).containsExactly(done(B));
        agent.assertNothingElseSent();
    }

    @Test
    void asked_to_stop_it_hands_everything_back_says_goodbye_and_ends() {
        AgentOutbox agent = anIntroducedAgent();
        agent.orders(agent.take(Sync.class), start(A, 0), start(B, 0));
        agent.assertStarts(A);
        agent.take(Sync.class);

        agent.on(new AgentInput.StopRequested());

        assertThat(agent.take(KillProcess.class).attempt()).isEqualTo(A);
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
        agent.assertNothingElseSent();

        agent.orders(goodbye);

        assertThat(agent.take(Exit.class).refusal()).isNull();
        agent.assertNothingElseSent();
    }

    @Test
    void asked_to_stop_while_it_introduces_itself_again_it_still_hands_everything_back() {
        AgentOutbox agent = anIntroducedAgent();
        agent.orders(agent.take(Sync.class), start(A, 0));
        agent.assertStarts(A);
        agent.take(Sync.class);
        agent.on(new AgentInput.FactsFound(PERL_TOO));
        agent.orders(agent.take(Sync.class));
        Introduce again = agent.take(Introduce.class);

        agent.on(new AgentInput.StopRequested());
        agent.take(KillProcess.class);
        agent.on(new AgentInput.AttemptFinished(AttemptReport.bare(A, Outcome.STOPPED, "")));

        agent.assertNothingElseSent();
        agent.introduced(again, 2);
        agent.answers(agent.take(Commit.class), Verdict.ACCEPTED);
        agent.take(ForgetResult.class);
        agent.orders(agent.take(Sync.class));
        agent.take(Exit.class);
        agent.assertNothingElseSent();
    }

    @Test
    void asked_to_stop_with_new_facts_to_tell_it_rather_hands_everything_back() {
        AgentOutbox agent = anIntroducedAgent();
        agent.orders(agent.take(Sync.class), start(A, 0));
        agent.assertStarts(A);
        agent.take(Sync.class);
        agent.on(new AgentInput.FactsFound(PERL_TOO));
        Sync quick = agent.take(Sync.class);

        agent.on(new AgentInput.StopRequested());
        agent.take(KillProcess.class);
        agent.orders(quick);
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
        AgentOutbox agent = anIntroducedAgent();
        agent.orders(agent.take(Sync.class), start(A, 0));
        agent.assertStarts(A);
        agent.on(new AgentInput.CallFailed(agent.take(Sync.class).call(), Duration.ofMinutes(1)));
        agent.on(new AgentInput.StopRequested());
        agent.take(KillProcess.class);
        agent.on(new AgentInput.AttemptFinished(AttemptReport.bare(A, Outcome.STOPPED, "")));
        agent.assertNothingElseSent();

        agent.passes(AgentPolicy.DEFAULT.stopLimit());

        agent.take(Exit.class);
        agent.assertNothingElseSent();
    }

    @Test
    void orders_that_repeat_are_no_reason_for_a_storm_of_calls() {
        AgentOutbox agent = anIntroducedAgent();
        agent.orders(agent.take(Sync.class), start(A, 0));
        agent.assertStarts(A);
        agent.ordersStop(agent.take(Sync.class), A);
        agent.take(KillProcess.class);
        Sync sync = agent.take(Sync.class);

        int calls = 0;
        for (int i = 0; i < 200; i++) {
            agent.ordersStop(sync, A);
            agent.passes(Duration.ofMillis(50));
            if (agent.hasSent()) {
                sync = agent.take(Sync.class);
                calls++;
            }
        }

        assertThat(calls).isBetween(3, 8);
        agent.assertNothingElseSent();
    }

    @Test
    void a_server_that_claims_no_patience_is_not_asked_all_the_time() {
        AgentOutbox agent = anIntroducedAgent();

        agent.orders(agent.take(Sync.class));

        agent.assertNothingElseSent();
        agent.passes(AgentPolicy.DEFAULT.syncSpacing());
        agent.take(Sync.class);
        agent.assertNothingElseSent();
    }

    @Test
    void what_another_server_gave_is_killed_without_a_word_to_this_one() {
        AgentOutbox agent = anIntroducedAgent();
        agent.orders(agent.take(Sync.class), start(A, 0));
        agent.assertStarts(A);
        agent.on(new AgentInput.CallRefused(agent.take(Sync.class).call(), AgentLogic.UNKNOWN_NODE));
        agent.on(new AgentInput.CallRefused(agent.take(Introduce.class).call(), AgentLogic.UNAUTHENTICATED));
        agent.passes(Duration.ofSeconds(1));
        Introduce asNew = agent.take(Introduce.class);
        assertThat(asNew.asNew()).isTrue();

        agent.introduced(asNew, 1, new NodeId(8));

        assertThat(agent.take(KillProcess.class).attempt()).isEqualTo(A);
        assertThat(agent.take(Sync.class).report().holds()).isEmpty();
        agent.on(new AgentInput.AttemptFinished(AttemptReport.bare(A, Outcome.STOPPED, "")));
        agent.take(ForgetResult.class);
        agent.assertNothingElseSent();
    }

    @Test
    void many_reports_go_in_several_calls() {
        AgentOutbox agent = anIntroducedAgent();
        AttemptId[] unknown = IntStream.rangeClosed(1, 300)
                .mapToObj(ordinal -> AttemptId.of(9, ordinal, 1))
                .toArray(AttemptId[]::new);

        agent.ordersStop(agent.take(Sync.class), unknown);

        Commit first = agent.take(Commit.class);
        assertThat(first.content().reports()).hasSize(AgentPolicy.DEFAULT.mostReports());
        agent.take(Sync.class);
        agent.assertNothingElseSent();
        agent.answers(first, Verdict.UNKNOWN);
        first.content().reports().forEach(report -> agent.take(ForgetResult.class));
        assertThat(agent.take(Commit.class).content().reports()).hasSize(300 - AgentPolicy.DEFAULT.mostReports());
        agent.assertNothingElseSent();
    }
}
