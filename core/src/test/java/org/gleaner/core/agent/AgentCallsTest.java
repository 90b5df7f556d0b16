package org.gleaner.core.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.core.agent.AgentOutbox.anAgentThatRuns;
import static org.gleaner.core.agent.AgentOutbox.anIntroducedAgent;
import static org.gleaner.core.agent.AgentOutbox.blob;
import static org.gleaner.core.agent.AgentOutbox.done;
import static org.gleaner.core.agent.AgentOutbox.start;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.gleaner.core.agent.AgentEffect.Commit;
import org.gleaner.core.agent.AgentEffect.ForgetResult;
import org.gleaner.core.agent.AgentEffect.KillProcess;
import org.gleaner.core.agent.AgentEffect.Sync;
import org.gleaner.core.agent.AgentEffect.Upload;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.message.CommitAnswer.Verdict;
import org.gleaner.core.message.CommitReply;
import org.gleaner.core.message.Start;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.ProcessorUse;
import org.junit.jupiter.api.Test;

/** How an agent speaks to a server that is slow, away, or does not take what it says. */
final class AgentCallsTest {
    private static final AttemptId A = AttemptId.of(7, 1, 1);
    private static final AttemptId B = AttemptId.of(7, 2, 1);

    @Test
    void replies_to_an_older_sync_are_ignored() {
        AgentOutbox agent = anIntroducedAgent();
        Sync old = agent.take(Sync.class);
        agent.on(new AgentInput.OfferChanged(
                new Capacity(1, AgentOutbox.TWO_SLOTS.memory()), new ProcessorUse(0.5, 0.25)));
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
        AgentOutbox agent = anAgentThatRuns(A);
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
        AgentOutbox agent = anAgentThatRuns(A);
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
    void a_result_that_the_server_never_takes_is_charged_to_its_task_and_not_to_the_type_on_this_node() {
        AgentOutbox agent = anAgentThatRuns(A);
        agent.take(Sync.class);
        agent.finishes(done(A));

        for (int refusal = 1; refusal <= 3; refusal++) {
            Commit commit = agent.takeNext(Commit.class);
            assertThat(commit.content().reports()).containsExactly(done(A));
            agent.on(new AgentInput.CallRefused(commit.call(), "too-large"));
            agent.passes(AgentPolicy.DEFAULT.longestPause());
        }

        assertThat(agent.takeNext(Commit.class).content().reports())
                .extracting(AttemptReport::outcome)
                .containsExactly(Outcome.NO_OUTPUT);
    }

    @Test
    void a_server_that_answers_a_commit_without_a_word_on_its_reports_is_not_asked_all_the_time() {
        AgentOutbox agent = anAgentThatRuns(A);
        agent.take(Sync.class);
        agent.finishes(done(A));

        Commit commit = agent.take(Commit.class);
        agent.on(new AgentInput.CommitAnswered(commit.call(), new CommitReply(List.of(), List.of())));

        agent.assertNothingElseSent();
        agent.passes(AgentPolicy.DEFAULT.commitDelay());
        assertThat(agent.take(Commit.class).content().reports()).containsExactly(done(A));
    }

    @Test
    void orders_that_repeat_are_no_reason_for_a_storm_of_calls() {
        AgentOutbox agent = anAgentThatRuns(A);
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
    void orders_about_what_was_never_here_are_no_reason_for_a_storm_of_calls() {
        AgentOutbox agent = anIntroducedAgent();
        Sync sync = agent.take(Sync.class);

        int calls = 0;
        for (int i = 1; i <= 200; i++) {
            agent.ordersStop(sync, AttemptId.of(9, i, 1));
            agent.passes(Duration.ofMillis(50));
            if (agent.hasSent(Sync.class)) {
                sync = agent.takeNext(Sync.class);
                calls++;
            }
        }

        assertThat(calls).isBetween(3, 8);
    }

    @Test
    void a_server_that_orders_without_end_and_takes_no_reports_does_not_use_up_the_memory() {
        AgentOutbox agent = anAgentThatRuns(A);
        int bound = AgentPolicy.DEFAULT.mostHeld() + AgentPolicy.DEFAULT.remembered();

        for (int job = 10; job < 20; job++) {
            AttemptId[] unknown = new AttemptId[bound / 4];
            Start[] large = new Start[bound / 4];
            for (int i = 0; i < unknown.length; i++) {
                unknown[i] = AttemptId.of(job, i + 1, 1);
                large[i] = start(AttemptId.of(job + 100, i + 1, 1), i, 3);
            }
            agent.ordersStop(agent.takeNext(Sync.class), unknown);
            agent.passes(Duration.ofSeconds(7));
            agent.orders(agent.takeNext(Sync.class), large);
            agent.passes(Duration.ofSeconds(7));
        }
        agent.ordersStop(agent.takeNext(Sync.class), A);
        assertThat(agent.takeNext(KillProcess.class).attempt()).isEqualTo(A);

        Set<AttemptId> told = new TreeSet<>();
        agent.passes(Duration.ofMinutes(1));
        while (agent.hasSent(Commit.class)) {
            Commit commit = agent.takeNext(Commit.class);
            commit.content().reports().forEach(report -> told.add(report.attempt()));
            agent.answers(commit, Verdict.ACCEPTED);
        }
        assertThat(told).hasSizeBetween(bound / 2, bound);
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
    void many_reports_go_in_several_calls() {
        AgentOutbox agent = anIntroducedAgent();
        AttemptId[] unknown = IntStream.rangeClosed(1, 300)
                .mapToObj(ordinal -> AttemptId.of(9, ordinal, 1))
                .toArray(AttemptId[]::new);

        agent.ordersStop(agent.take(Sync.class), unknown);

        Commit first = agent.take(Commit.class);
        assertThat(first.content().reports()).hasSize(AgentPolicy.DEFAULT.mostReports());
        agent.assertNothingElseSent();
        agent.answers(first, Verdict.UNKNOWN);
        first.content().reports().forEach(report -> agent.take(ForgetResult.class));
        assertThat(agent.take(Commit.class).content().reports()).hasSize(300 - AgentPolicy.DEFAULT.mostReports());
        agent.assertNothingElseSent();
    }
}
