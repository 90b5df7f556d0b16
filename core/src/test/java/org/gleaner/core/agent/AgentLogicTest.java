package org.gleaner.core.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.gleaner.core.agent.AgentOutbox.anAgentThatRuns;
import static org.gleaner.core.agent.AgentOutbox.anIntroducedAgent;
import static org.gleaner.core.agent.AgentOutbox.blob;
import static org.gleaner.core.agent.AgentOutbox.done;
import static org.gleaner.core.agent.AgentOutbox.start;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.gleaner.core.agent.AgentEffect.Commit;
import org.gleaner.core.agent.AgentEffect.ForgetResult;
import org.gleaner.core.agent.AgentEffect.KeepResult;
import org.gleaner.core.agent.AgentEffect.KillProcess;
import org.gleaner.core.agent.AgentEffect.Sync;
import org.gleaner.core.agent.AgentEffect.Upload;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Platform;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.message.CommitAnswer;
import org.gleaner.core.message.CommitAnswer.Verdict;
import org.gleaner.core.message.CommitReply;
import org.gleaner.core.message.Start;
import org.gleaner.core.node.Held;
import org.junit.jupiter.api.Test;

/** What an agent does with the attempts that it is given. */
final class AgentLogicTest {
    private static final AttemptId A = AttemptId.of(7, 1, 1);
    private static final AttemptId B = AttemptId.of(7, 2, 1);
    private static final AttemptId C = AttemptId.of(7, 3, 1);

    @Test
    void starts_what_it_is_given_and_keeps_a_sync_outstanding() {
        AgentOutbox agent = anIntroducedAgent();

        agent.orders(agent.take(Sync.class), start(A, 0));

        agent.assertStarts(A);
        assertThat(agent.take(Sync.class).report().holds()).containsExactly(Held.of(A, Held.State.RUNNING));
        agent.assertNothingElseSent();
    }

    @Test
    void attempts_of_one_lane_run_one_after_the_other_and_lanes_side_by_side() {
        AgentOutbox agent = anIntroducedAgent();

        agent.orders(agent.take(Sync.class), start(A, 0), start(B, 0), start(C, 1));

        agent.assertStarts(A);
        agent.assertStarts(C);
        agent.take(Sync.class);
        agent.assertNothingElseSent();

        agent.on(new AgentInput.AttemptFinished(done(A)));

        agent.take(KeepResult.class);
        agent.assertStarts(B);
        agent.assertNothingElseSent();
    }

    @Test
    void never_runs_more_than_its_capacity_whatever_the_server_says() {
        AgentOutbox agent = anIntroducedAgent();

        agent.orders(agent.take(Sync.class), start(A, 0, 1), start(B, 1, 2), start(C, 2, 1));

        agent.assertStarts(A);
        agent.take(Sync.class);
        agent.assertNothingElseSent();

        agent.on(new AgentInput.AttemptFinished(done(A)));

        agent.take(KeepResult.class);
        agent.assertStarts(B);
        agent.assertNothingElseSent();
    }

    @Test
    void a_card_is_given_to_the_next_only_when_the_task_that_used_it_is_dead() {
        AgentOutbox agent = anIntroducedAgent();
        agent.orders(agent.take(Sync.class), start(A, 0, using("gpu=1", "matlab=9")));
        agent.assertStarts(A);
        agent.ordersStop(agent.take(Sync.class), A);
        agent.take(KillProcess.class);

        agent.orders(agent.take(Sync.class), start(B, 1, using("gpu=1")));
        agent.take(Sync.class);
        agent.assertNothingElseSent();

        agent.on(new AgentInput.AttemptFinished(AttemptReport.bare(A, Outcome.STOPPED, "")));
        agent.assertStarts(B);
    }

    @Test
    void returns_what_uses_more_cards_than_there_are() {
        AgentOutbox agent = anIntroducedAgent();

        agent.orders(agent.take(Sync.class), start(A, 0, using("gpu=2")));

        assertThat(agent.take(Commit.class).content().reports())
                .extracting(AttemptReport::outcome)
                .containsExactly(Outcome.RETURNED);
    }

    private static Requirements using(String... uses) {
        return new Requirements(1, null, null, Platform.ANY, false, Amounts.parse(List.of(uses)));
    }

    @Test
    void returns_what_can_never_fit() {
        AgentOutbox agent = anIntroducedAgent();

        agent.orders(agent.take(Sync.class), start(A, 0, 3));

        assertThat(agent.take(Commit.class).content().reports())
                .extracting(AttemptReport::outcome)
                .containsExactly(Outcome.RETURNED);
        agent.assertNothingElseSent();
        agent.passes(AgentPolicy.DEFAULT.syncSpacing());
        agent.take(Sync.class);
    }

    @Test
    void whoever_starts_an_attempt_knows_whether_others_of_its_lane_wait_behind_it() {
        AgentOutbox agent = anIntroducedAgent();

        agent.orders(agent.take(Sync.class), start(A, 0), start(AttemptId.of(100, 1, 1), 0), start(B, 1));

        assertThat(agent.take(AgentEffect.StartProcess.class).more()).isTrue();
        assertThat(agent.take(AgentEffect.StartProcess.class).more()).isFalse();
    }

    @Test
    void tasks_of_one_job_share_its_long_lists_and_what_would_be_too_much_goes_back() {
        AgentOutbox agent = anIntroducedAgent();

        agent.orders(agent.take(Sync.class), listing(A, 0), listing(B, 1));
        Start first = agent.take(AgentEffect.StartProcess.class).start();
        Start second = agent.take(AgentEffect.StartProcess.class).start();

        assertThat(second.spec()).isSameAs(first.spec());
        Start[] others = new Start[4];
        for (int i = 0; i < others.length; i++) {
            others[i] = listing(AttemptId.of(100 + i, 1, 1), 0);
        }
        agent.orders(agent.take(Sync.class), others);
        assertThat(agent.take(Commit.class).content().reports())
                .extracting(AttemptReport::attempt, AttemptReport::outcome)
                .contains(tuple(others[3].attempt(), Outcome.RETURNED))
                .doesNotContain(tuple(others[2].attempt(), Outcome.RETURNED));
    }

    /** With about as many names of inputs as a job may have. */
    private static Start listing(AttemptId attempt, int lane) {
        InputFile input = new InputFile("a/name/of/some/length".repeat(4), blob('a'), 1, false);
        JobSpec spec = start(attempt, lane).spec().withInputs(Collections.nCopies(90_000, input));
        return new Start(attempt, lane, spec, null, null);
    }

    @Test
    void ignores_a_repeated_start() {
        AgentOutbox agent = anAgentThatRuns(A);

        agent.orders(agent.take(Sync.class), start(A, 0));

        agent.assertNothingElseSent();
        agent.passes(AgentPolicy.DEFAULT.syncSpacing());
        agent.take(Sync.class);
        agent.assertNothingElseSent();
    }

    @Test
    void a_result_is_on_disk_before_it_is_committed_and_forgotten_when_accepted() {
        AgentOutbox agent = anAgentThatRuns(A);
        agent.take(Sync.class);

        agent.on(new AgentInput.AttemptFinished(done(A)));
        assertThat(agent.take(KeepResult.class).urgent()).isTrue();
        agent.assertNothingElseSent();
        agent.on(new AgentInput.ResultKept(A));

        Commit commit = agent.take(Commit.class);
        assertThat(commit.content().reports()).containsExactly(done(A));
        assertThat(commit.content().wantsWork()).isTrue();
        agent.answers(commit, Verdict.ACCEPTED, start(B, 0));
        assertThat(agent.take(ForgetResult.class).attempt()).isEqualTo(A);
        agent.assertStarts(B);
        agent.assertNothingElseSent();
    }

    @Test
    void results_of_a_busy_lane_are_committed_together_after_a_second() {
        AgentOutbox agent = anIntroducedAgent();
        agent.orders(agent.take(Sync.class), start(A, 0), start(B, 0), start(C, 0));
        agent.assertStarts(A);
        agent.take(Sync.class);

        agent.on(new AgentInput.AttemptFinished(done(A)));
        assertThat(agent.take(KeepResult.class).urgent()).isFalse();
        agent.assertStarts(B);
        agent.on(new AgentInput.ResultKept(A));
        agent.passes(Duration.ofMillis(600));
        agent.on(new AgentInput.AttemptFinished(done(B)));
        assertThat(agent.take(KeepResult.class).urgent()).isFalse();
        agent.assertStarts(C);
        agent.on(new AgentInput.ResultKept(B));
        agent.assertNothingElseSent();
        agent.passes(Duration.ofMillis(400));

        assertThat(agent.take(Commit.class).content().reports()).containsExactly(done(A), done(B));
        agent.assertNothingElseSent();
    }

    @Test
    void blobs_are_uploaded_before_the_commit() {
        AgentOutbox agent = anAgentThatRuns(A);
        agent.take(Sync.class);

        agent.finishes(done(A, blob('a'), blob('b')));

        assertThat(agent.take(Upload.class).hash()).isEqualTo(blob('a'));
        assertThat(agent.take(Upload.class).hash()).isEqualTo(blob('b'));
        agent.on(new AgentInput.BlobUploaded(A, blob('a')));
        agent.assertNothingElseSent();
        agent.on(new AgentInput.BlobUploaded(A, blob('b')));
        agent.take(Commit.class);
        agent.assertNothingElseSent();
    }

    @Test
    void blobs_that_the_server_misses_are_uploaded_again_and_only_those() {
        AgentOutbox agent = anAgentThatRuns(A);
        agent.take(Sync.class);
        agent.finishes(done(A, blob('a'), blob('b')));
        agent.take(Upload.class);
        agent.take(Upload.class);
        agent.on(new AgentInput.BlobUploaded(A, blob('a')));
        agent.on(new AgentInput.BlobUploaded(A, blob('b')));
        Commit commit = agent.take(Commit.class);

        CommitAnswer missing = new CommitAnswer(A, Verdict.MISSING_BLOBS, List.of(blob('b'), blob('c')));
        agent.on(new AgentInput.CommitAnswered(commit.call(), new CommitReply(List.of(missing), List.of())));

        assertThat(agent.take(Upload.class).hash()).isEqualTo(blob('b'));
        agent.assertNothingElseSent();
        agent.on(new AgentInput.BlobUploaded(A, blob('b')));
        agent.take(Commit.class);
        agent.assertNothingElseSent();
    }

    @Test
    void of_a_list_of_outputs_whatever_the_server_misses_is_sent_until_it_misses_nothing() {
        AgentOutbox agent = anAgentThatRuns(A);
        agent.take(Sync.class);
        AttemptReport listed =
                done(A).with(Outputs.listed(new ResultFile(Outputs.LIST, blob('a'), 5_000_000, false, null)));
        agent.finishes(listed);
        assertThat(agent.take(Upload.class).hash()).isEqualTo(blob('a'));
        agent.on(new AgentInput.BlobUploaded(A, blob('a')));

        for (char missing : new char[] {'b', 'c'}) {
            Commit commit = agent.take(Commit.class);
            CommitAnswer answer = new CommitAnswer(A, Verdict.MISSING_BLOBS, List.of(blob(missing)));
            agent.on(new AgentInput.CommitAnswered(commit.call(), new CommitReply(List.of(answer), List.of())));
            assertThat(agent.take(Upload.class).hash()).isEqualTo(blob(missing));
            agent.on(new AgentInput.BlobUploaded(A, blob(missing)));
        }

        assertThat(agent.take(Commit.class).content().reports()).containsExactly(listed);
        agent.assertNothingElseSent();
    }

    @Test
    void a_report_answered_later_is_committed_again() {
        AgentOutbox agent = anAgentThatRuns(A);
        agent.take(Sync.class);
        agent.finishes(done(A));

        agent.answers(agent.take(Commit.class), Verdict.LATER);
        agent.passes(AgentPolicy.DEFAULT.commitDelay());

        assertThat(agent.take(Commit.class).content().reports()).containsExactly(done(A));
        agent.assertNothingElseSent();
    }

    @Test
    void a_stopped_queued_attempt_is_returned_and_a_running_one_killed_then_confirmed() {
        AgentOutbox agent = anIntroducedAgent();
        agent.orders(agent.take(Sync.class), start(A, 0), start(B, 0));
        agent.assertStarts(A);

        agent.ordersStop(agent.take(Sync.class), A, B);

        assertThat(agent.take(KillProcess.class)).isEqualTo(new KillProcess(A, AgentOutbox.KILL_GRACE));
        Commit returned = agent.take(Commit.class);
        assertThat(returned.content().reports()).containsExactly(AttemptReport.bare(B, Outcome.RETURNED, ""));
        agent.take(Sync.class);
        agent.assertNothingElseSent();
        agent.answers(returned, Verdict.ACCEPTED);
        agent.take(ForgetResult.class);

        agent.on(new AgentInput.AttemptFinished(AttemptReport.bare(A, Outcome.STOPPED, "")));

        assertThat(agent.take(Commit.class).content().reports())
                .containsExactly(AttemptReport.bare(A, Outcome.STOPPED, ""));
        agent.assertNothingElseSent();
    }

    @Test
    void a_cancelled_result_that_waits_for_a_full_server_is_given_up_without_its_blobs() {
        AgentOutbox agent = anAgentThatRuns(A);
        Sync sync = agent.take(Sync.class);
        agent.finishes(done(A, blob('a')));
        agent.take(Upload.class);
        agent.on(new AgentInput.UploadFailed(A, blob('a'), null));

        agent.ordersStop(sync, A);

        Commit commit = agent.takeNext(Commit.class);
        assertThat(commit.content().reports()).containsExactly(done(A, blob('a')));
        agent.answers(commit, Verdict.DISCARD);
        assertThat(agent.takeNext(ForgetResult.class).attempt()).isEqualTo(A);
        agent.passes(Duration.ofMinutes(5));
        assertThat(agent.hasSent(Upload.class)).isFalse();
    }

    @Test
    void a_result_that_the_server_still_wants_after_a_stop_is_sent_to_its_end() {
        AgentOutbox agent = anAgentThatRuns(A);
        Sync sync = agent.take(Sync.class);
        agent.finishes(done(A, blob('a'), blob('b')));
        agent.take(Upload.class);
        agent.take(Upload.class);
        agent.ordersStop(sync, A);
        Commit commit = agent.take(Commit.class);
        agent.on(new AgentInput.UploadFailed(A, blob('a'), null));
        agent.on(new AgentInput.BlobUploaded(A, blob('b')));

        CommitAnswer missing = new CommitAnswer(A, Verdict.MISSING_BLOBS, List.of(blob('a')));
        agent.on(new AgentInput.CommitAnswered(commit.call(), new CommitReply(List.of(missing), List.of())));

        assertThat(agent.takeNext(Upload.class).hash()).isEqualTo(blob('a'));
        agent.on(new AgentInput.BlobUploaded(A, blob('a')));
        assertThat(agent.takeNext(Commit.class).content().reports()).containsExactly(done(A, blob('a'), blob('b')));
    }

    @Test
    void a_lane_waits_until_the_killed_predecessor_is_dead() {
        AgentOutbox agent = anAgentThatRuns(A);
        agent.ordersStop(agent.take(Sync.class), A);
        agent.take(KillProcess.class);

        agent.orders(agent.take(Sync.class), start(B, 0));
        agent.take(Sync.class);
        agent.assertNothingElseSent();

        agent.on(new AgentInput.AttemptFinished(AttemptReport.bare(A, Outcome.STOPPED, "")));
        agent.assertStarts(B);
        agent.take(Commit.class);
        agent.assertNothingElseSent();
    }

    @Test
    void stopping_an_attempt_that_it_does_not_have_is_confirmed_without_claiming_to_hold_it() {
        AgentOutbox agent = anIntroducedAgent();

        agent.ordersStop(agent.take(Sync.class), A);

        assertThat(agent.take(Commit.class).content().reports())
                .extracting(AttemptReport::attempt, AttemptReport::outcome)
                .containsExactly(tuple(A, Outcome.STOPPED));
        agent.assertNothingElseSent();
        agent.passes(AgentPolicy.DEFAULT.syncSpacing());
        assertThat(agent.take(Sync.class).report().holds()).isEmpty();
    }

    @Test
    void a_start_of_an_attempt_that_ended_here_is_answered_with_returned_and_does_not_run() {
        AgentOutbox agent = anAgentThatRuns(A);
        agent.finishesAndIsAccepted(A);

        agent.orders(agent.take(Sync.class), start(A, 0));

        assertThat(agent.take(Commit.class).content().reports())
                .extracting(AttemptReport::outcome)
                .containsExactly(Outcome.RETURNED);
        agent.assertNothingElseSent();
        agent.passes(AgentPolicy.DEFAULT.syncSpacing());
        agent.take(Sync.class);
    }

    @Test
    void a_released_result_is_forgotten_without_a_commit() {
        AgentOutbox agent = anIntroducedAgent();
        agent.orders(agent.take(Sync.class), start(A, 0), start(B, 0));
        agent.assertStarts(A);
        Sync sync = agent.take(Sync.class);
        agent.on(new AgentInput.AttemptFinished(done(A)));
        agent.take(KeepResult.class);
        agent.assertStarts(B);
        agent.on(new AgentInput.ResultKept(A));

        agent.ordersRelease(sync, A);

        assertThat(agent.take(ForgetResult.class).attempt()).isEqualTo(A);
        assertThat(agent.take(Sync.class).report().holds()).containsExactly(Held.of(B, Held.State.RUNNING));
        agent.passes(Duration.ofSeconds(5));
        agent.assertNothingElseSent();
    }

    @Test
    void an_ordered_report_is_committed_at_once() {
        AgentOutbox agent = anIntroducedAgent();
        agent.orders(agent.take(Sync.class), start(A, 0), start(B, 0));
        agent.assertStarts(A);
        Sync sync = agent.take(Sync.class);
        agent.on(new AgentInput.AttemptFinished(done(A)));
        agent.take(KeepResult.class);
        agent.assertStarts(B);
        agent.on(new AgentInput.ResultKept(A));

        agent.ordersReport(sync, A);

        assertThat(agent.take(Commit.class).content().reports()).containsExactly(done(A));
        agent.take(Sync.class);
        agent.assertNothingElseSent();
    }

    @Test
    void a_task_whose_result_cannot_be_kept_is_given_back_without_blame() {
        AgentOutbox agent = anAgentThatRuns(A);
        agent.take(Sync.class);
        agent.on(new AgentInput.AttemptFinished(done(A)));
        agent.take(KeepResult.class);

        agent.on(new AgentInput.ResultNotKept(A, Outcome.RETURNED, "no space left"));

        AttemptReport report = agent.take(Commit.class).content().reports().get(0);
        assertThat(report.outcome()).isEqualTo(Outcome.RETURNED);
        assertThat(report.detail()).contains("no space left");
        agent.assertNothingElseSent();
    }

    @Test
    void the_next_sync_tells_the_usage_of_what_runs() {
        AgentOutbox agent = anAgentThatRuns(A);
        Sync sync = agent.take(Sync.class);
        agent.on(new AgentInput.UsageSampled(A, Duration.ofSeconds(4), new MemorySize(99)));

        agent.passes(AgentOutbox.LONG_CALL);
        agent.orders(sync);

        assertThat(agent.take(Sync.class).report().holds())
                .containsExactly(new Held(A, Held.State.RUNNING, Duration.ofSeconds(4), new MemorySize(99)));
        agent.assertNothingElseSent();
    }

    @Test
    void a_result_counts_as_finished_only_when_it_can_be_committed() {
        AgentOutbox agent = anAgentThatRuns(A);
        Sync sync = agent.take(Sync.class);
        agent.finishes(done(A, blob('a')));
        agent.take(Upload.class);

        agent.passes(AgentOutbox.LONG_CALL);
        agent.orders(sync);

        assertThat(agent.take(Sync.class).report().holds()).containsExactly(Held.of(A, Held.State.RUNNING));
        agent.on(new AgentInput.BlobUploaded(A, blob('a')));
        agent.take(Commit.class);
        agent.assertNothingElseSent();
    }

    @Test
    void a_stop_of_what_ended_here_and_is_answered_needs_no_second_word() {
        AgentOutbox agent = anAgentThatRuns(A);
        agent.finishesAndIsAccepted(A);

        agent.ordersStop(agent.take(Sync.class), A);

        agent.assertNothingElseSent();
    }

    @Test
    void a_result_that_is_being_uploaded_survives_a_stop() {
        AgentOutbox agent = anAgentThatRuns(A);
        Sync sync = agent.take(Sync.class);
        agent.finishes(done(A, blob('a')));
        agent.take(Upload.class);

        agent.ordersStop(sync, A);
        agent.on(new AgentInput.BlobUploaded(A, blob('a')));

        agent.passes(AgentPolicy.DEFAULT.syncSpacing());
        assertThat(agent.take(Commit.class).content().reports()).containsExactly(done(A, blob('a')));
        agent.take(Sync.class);
        agent.assertNothingElseSent();
    }
}
