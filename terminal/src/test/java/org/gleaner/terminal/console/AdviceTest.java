package org.gleaner.terminal.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.Cause;
import org.gleaner.core.grid.Cause.Behind;
import org.gleaner.core.grid.Cause.Blocked;
import org.gleaner.core.grid.Cause.Lifts;
import org.gleaner.core.grid.Cause.Means;
import org.gleaner.core.grid.Cause.Restart;
import org.gleaner.core.grid.Reason;
import org.gleaner.core.grid.Reason.Kind;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.id.JobId;
import org.gleaner.core.node.Mismatch;
import org.gleaner.protocol.message.Explanation;
import org.gleaner.protocol.problem.Problem;
import org.gleaner.protocol.problem.ProblemKind;
import org.gleaner.protocol.wording.ReasonWords;
import org.gleaner.protocol.wording.RejectionWords;
import org.junit.jupiter.api.Test;

final class AdviceTest {
    private static final JobId JOB = new JobId(7);

    private static String next(Cause cause) {
        Reply.Explained reasons = new Reply.Explained(List.of(new Reason(JOB, cause, 2)));
        return Advice.next(ReasonWords.explain(reasons).reasons().get(0));
    }

    @Test
    void a_reason_comes_with_the_command_that_changes_it() {
        assertThat(next(new Cause.Plain(Kind.PAUSED))).isEqualTo("'gleaner resume 7' lets them continue.");
        assertThat(next(new Cause.Plain(Kind.BLOCKED))).isEqualTo("'gleaner unblock 7' lets them run again.");
        assertThat(next(new Behind.HigherPriority(new JobId(3), 4, 0)))
                .isEqualTo("'gleaner set 7 priority=4' gives both the same priority.");
        assertThat(next(new Cause.Cancelled(new JobId(3))))
                .isEqualTo("First 'gleaner retry 3'; then 'gleaner retry 7' runs them again.");
        assertThat(next(new Blocked.InputLost(1))).startsWith("'gleaner retry 7 --refresh' uploads its files again");
    }

    @Test
    void a_job_on_hold_is_released() {
        assertThat(next(new Cause.Held())).isEqualTo("'gleaner resume 7' releases it.");
    }

    @Test
    void a_job_that_asks_too_much_is_submitted_again_with_what_can_be_typed() {
        assertThat(next(new Cause.FitsNone(new Reply.Change(1, Mismatch.Kind.MEMORY, "64G", "20G"))))
                .isEqualTo("With 20G of memory per task instead of 64G, 1 machine could run it: resubmit it"
                        + " with --memory 20G, then 'gleaner cancel 7'.");
        assertThat(next(new Cause.FitsNone(new Reply.Change(2, Mismatch.Kind.TAG, "gpu", ""))))
                .isEqualTo("Without the tag 'gpu', 2 machines could run it: resubmit it that way, then"
                        + " 'gleaner cancel 7'.");
        assertThat(next(new Cause.FitsNone(null))).isEmpty();
        assertThat(next(new Cause.FitsNone(new Reply.Change(1, Mismatch.Kind.MEMORY, "64G", "20G"), true)))
                .as("no command reaches the program")
                .isEqualTo("With 20G of memory per task instead of 64G, 1 machine could run it.");
    }

    @Test
    void a_growing_job_is_sealed_by_whoever_adds_nothing_more() {
        assertThat(next(new Cause.AwaitsMore(false)))
                .isEqualTo("'gleaner add 7 …' adds tasks; if there are no more to come: 'gleaner seal 7'.");
        assertThat(next(new Cause.AwaitsMore(true)))
                .isEqualTo("Its program may still send calls; if it is gone: 'gleaner seal 7'.");
    }

    @Test
    void a_time_is_told_by_the_clock_on_the_wall() {
        Instant begin = Instant.parse("2026-11-17T04:59:43.5Z");

        assertThat(next(new Cause.NotBefore(begin, Duration.ofHours(2))))
                .isEqualTo("That is at " + Moments.text(begin) + ".");
    }

    @Test
    void the_advice_for_a_job_with_files_sends_them_again() {
        assertThat(next(new Blocked.StartsNowhere(new Restart(Means.RETRY_WITH_FILES, Lifts.NOTHING))))
                .isEqualTo("Fix the cause, then 'gleaner retry 7 --refresh' (omit --refresh if none of its files"
                        + " changed).");
    }

    @Test
    void who_retries_is_told_that_it_lifts_what_was_blocked_by_hand() {
        assertThat(next(new Blocked.StartsNowhere(new Restart(Means.RETRY, Lifts.PERHAPS))))
                .isEqualTo("Fix the cause, then 'gleaner retry 7', which also unblocks anything blocked by hand.");
        assertThat(next(new Cause.Braked("x", new Restart(Means.RETRY, Lifts.BLOCKED_BY_HAND))))
                .isEqualTo("Look at 'gleaner logs 7 --failed', fix it, then 'gleaner retry 7', which also unblocks what"
                        + " was blocked by hand ('gleaner resume 7' does not).");
    }

    @Test
    void the_advice_for_a_call_of_a_java_program_is_to_run_the_program_again() {
        assertThat(next(new Blocked.LimitReached(
                        2, Outcome.OUT_OF_MEMORY, new Restart(Means.ITS_PROGRAM, Lifts.NOTHING))))
                .isEqualTo("The Java program that made the call is notified. Fix the cause there, and run the program"
                        + " again.");
    }

    @Test
    void the_advice_for_cancelled_calls_is_to_run_their_program_again() {
        assertThat(next(new Cause.Cancelled(null, true)))
                .isEqualTo("Run the Java program that made the calls again: after a retry, nobody would receive the"
                        + " results.");
    }

    @Test
    void an_older_server_gave_the_command_itself() {
        Explanation.Said said = Explanation.Said.of("paused by hand", "'gleaner resume 7' lets them continue.");

        assertThat(Advice.next(new Explanation.Point(JOB, Kind.PAUSED, 2, 0, said)))
                .isEqualTo(said.remedy());
    }

    @Test
    void a_problem_comes_with_the_command_that_helps_and_one_without_with_the_servers_words() {
        Problem unknown = RejectionWords.problem(new Rejection.UnknownTask(JOB, 5));
        Problem reused = RejectionWords.problem(new Rejection.KeyReused("k"));

        assertThat(Advice.next(unknown)).isEqualTo("'gleaner status 7 --tasks' lists them.");
        assertThat(Advice.next(reused)).isEqualTo(reused.remedy());
        assertThat(Advice.next(RejectionWords.problem(new Rejection.NothingSelected("cancel"))))
                .isEqualTo("'gleaner status' lists your jobs.");
        assertThat(Advice.next(RejectionWords.problem(new Rejection.NothingSelected("cancel", true))))
                .isEqualTo("'gleaner status' lists your jobs; select those of others by number or with owner:NAME.");
        for (ProblemKind kind : ProblemKind.values()) {
            assertThat(Advice.next(Problem.of(kind, "It failed.", "Do it."))).isNotBlank();
        }
    }
}
