package org.gleaner.protocol.wording;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.protocol.message.Expectation;
import org.gleaner.protocol.message.Expectation.Standstill;
import org.gleaner.protocol.message.JobForecast;
import org.gleaner.protocol.message.JobForecast.Reason;
import org.gleaner.protocol.message.NextForecast;
import org.gleaner.protocol.message.NotBefore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is said where a number is not, or not alone. */
final class ForecastWordsTest {
    private static final Instant NOW = Instant.parse("2026-11-17T11:10:00Z");
    private static final Instant LATER = NOW.plus(Duration.ofHours(2));
    private static final Forecast.Span SPAN = new Forecast.Span(LATER, LATER.plusSeconds(60), LATER.plusSeconds(120));
    private static final JobId JOB = new JobId(7);
    private static final TaskCounts READY = new TaskCounts(0, 4, 0, 0, 0, 0, 0);

    private static JobSummary job(TaskCounts tasks, String note) {
        return new JobSummary(
                JOB, "sweep", "sim.py", new Owner("ada"), NOW, tasks, note, null, null, null, false, false, false);
    }

    private static JobSummary growing(TaskCounts tasks) {
        return new JobSummary(
                JOB, "sweep", "sim.py", new Owner("ada"), NOW, tasks, "", null, null, null, true, false, false);
    }

    private static Expectation found(boolean unknown, boolean fails, @Nullable Instant begin, boolean canary) {
        return new Expectation(
                NOW,
                20,
                new Forecast(SPAN, SPAN),
                unknown ? JOB : null,
                null,
                fails,
                begin,
                null,
                null,
                canary,
                false,
                Standstill.NONE);
    }

    private static Expectation unknownOfProgram() {
        return new Expectation(
                NOW, 20, new Forecast(SPAN, SPAN), JOB, null, false, null, null, null, false, true, Standstill.NONE);
    }

    private static JobForecast told(JobSummary job, @Nullable Expectation expected) {
        return ForecastWords.of(job, expected, NextForecast.SOON);
    }

    @Test
    void while_the_server_fails_to_look_ahead_nobody_is_told_that_a_forecast_comes_soon() {
        assertThat(told(job(READY, ""), null).note()).isEqualTo("No forecast yet; there will be one shortly.");
        assertThat(unsaid(new NextForecast(true, false, Duration.ofMinutes(8))))
                .isEqualTo("No forecast: the server keeps failing to make one; its log says why.");
    }

    private static String unsaid(NextForecast next) {
        JobForecast told = ForecastWords.of(job(READY, ""), null, next);
        assertThat(told.reason()).isEqualTo(Reason.SOON);
        return told.note();
    }

    @Test
    void if_the_next_forecast_is_minutes_away_it_is_said_how_many() {
        assertThat(unsaid(new NextForecast(false, false, Duration.ofMinutes(1))))
                .isEqualTo("No forecast yet; there will be one shortly.");
        assertThat(unsaid(new NextForecast(false, false, Duration.ofSeconds(61))))
                .isEqualTo("No forecast yet; the next one comes in about 2 min.");
        assertThat(unsaid(new NextForecast(false, false, Duration.ofSeconds(8 * 60))))
                .isEqualTo("No forecast yet; the next one comes in about 8 min.");
    }

    @Test
    void of_a_job_that_is_not_simulated_nobody_is_told_that_a_forecast_comes_soon() {
        NextForecast leftOut = new NextForecast(false, true, Duration.ZERO);

        assertThat(unsaid(leftOut))
                .isEqualTo("No forecast until fewer jobs are open: of very many that all differ, only the oldest of"
                        + " each owner are simulated.");
        assertThat(ForecastWords.of(job(READY, ""), found(false, false, null, false), leftOut)
                        .finish())
                .as("what was said before it was left out")
                .isEqualTo(SPAN);
    }

    @Test
    void once_a_task_is_done_it_is_the_next_forecast_that_knows_how_long_one_takes() {
        JobSummary some = job(new TaskCounts(0, 21, 3, 6, 0, 0, 0), "");
        Expectation unknown = found(true, false, null, false);

        JobForecast told = told(some, unknown);

        assertThat(told.reason()).isEqualTo(Reason.SOON);
        assertThat(told.finish()).isNull();
        assertThat(told.note())
                .isEqualTo("The next forecast will know how long a task of type 'sim.py' takes: one is done now.");
        assertThat(ForecastWords.of(some, unknown, new NextForecast(false, false, Duration.ofMinutes(8)))
                        .note())
                .isEqualTo("The next forecast, in about 8 min, will know how long a task of type 'sim.py' takes: one"
                        + " is done now.");
    }

    @Test
    void a_job_that_paused_itself_is_to_be_retried_and_one_that_a_person_paused_resumed() {
        TaskCounts paused = new TaskCounts(0, 0, 0, 0, 2, 1, 0);
        Expectation any = found(false, false, null, true);

        assertThat(told(job(paused, "the task that went first (--canary) failed"), any)
                        .note())
                .isEqualTo("Paused by the job itself after the task that went first (--canary) failed;"
                        + " can't finish until someone retries it.");
        assertThat(told(job(paused, ""), any).note())
                .isEqualTo("2 tasks are paused; can't finish until someone resumes them.");
    }

    @Test
    void a_canary_is_offered_only_to_jobs_that_have_none() {
        assertThat(told(job(READY, ""), found(true, false, null, false)).note())
                .endsWith("Submit with --expect to say how long a task takes, or with --canary to run one task first.");
        assertThat(told(job(READY, ""), found(true, false, null, true)).note())
                .isEqualTo("Unknown until the task that goes first (--canary) is done: nothing of type 'sim.py' has run"
                        + " yet.");
    }

    @Test
    void what_a_java_program_can_say_is_offered_in_its_own_words() {
        JobSummary problem = new JobSummary(
                JOB, "sweep", "sim.py", new Owner("ada"), NOW, READY, "", null, null, null, true, true, false);

        assertThat(told(growing(READY), unknownOfProgram()).note())
                .isEqualTo("Unknown: nothing of type 'sim.py' has run yet. Say how long a call takes with"
                        + " .with(\"expect\", \"20m\") in the executor's options; otherwise it is known once the first"
                        + " one is done.");
        assertThat(told(problem, unknownOfProgram()).note())
                .isEqualTo("Unknown: nothing of type 'sim.py' has run yet. Say how long a unit takes with"
                        + " .with(\"expect\", \"20m\") of the problem; otherwise it is known once the first one is"
                        + " done.");
    }

    @Test
    void tasks_that_wait_in_lanes_are_not_said_to_be_running() {
        TaskCounts oneRuns = new TaskCounts(0, 0, 3, 0, 0, 0, 0, 2);

        assertThat(told(job(oneRuns, ""), found(true, false, null, false)).note())
                .isEqualTo("Unknown until a task of type 'sim.py' is done; one is running.");
    }

    @Test
    void if_some_tasks_will_fail_for_good_the_time_is_that_of_the_others() {
        JobForecast told = told(job(READY, ""), found(false, true, null, false));

        assertThat(told.reason()).isEqualTo(Reason.FAILS);
        assertThat(told.finish()).isEqualTo(SPAN);
        assertThat(told.note())
                .isEqualTo(
                        "Some tasks, here or in a job it waits for, will probably fail for good: others of their type"
                                + " did, or took longer than --time allows. The time is when the rest could be done.");
    }

    @Test
    void of_a_growing_job_it_is_said_that_more_tasks_may_be_added() {
        JobForecast some = told(growing(READY), found(false, false, null, false));
        JobForecast none = told(growing(new TaskCounts(0, 0, 0, 0, 0, 0, 0)), null);

        assertThat(some.reason()).isEqualTo(Reason.GROWS);
        assertThat(some.finish()).isEqualTo(SPAN);
        assertThat(some.note()).isEqualTo("More tasks may be added.");
        assertThat(none.reason()).isEqualTo(Reason.WAITS);
        assertThat(none.started()).isFalse();
        assertThat(none.note()).isEqualTo("Nothing left to do until tasks are added.");
    }

    @Test
    void of_a_problem_without_a_unit_to_do_it_is_said_that_its_host_makes_them() {
        TaskCounts none = new TaskCounts(0, 0, 0, 0, 0, 0, 0);
        JobSummary hosted =
                new JobSummary(JOB, "tsp", "tsp", new Owner("ada"), NOW, none, "", null, null, null, true, true, false);

        JobForecast told = told(hosted, null);

        assertThat(told.reason()).isEqualTo(Reason.WAITS);
        assertThat(told.note())
                .isEqualTo("Nothing left to do until its host makes more units; 'why' says what it is waiting for.");
    }

    private static Expectation waiting(@Nullable Instant begin, Forecast.@Nullable Span start, NotBefore after) {
        Forecast.Span none = new Forecast.Span(null, null, null);
        Forecast.Span span = start == null ? none : start;
        return new Expectation(
                NOW,
                20,
                new Forecast(span, span),
                null,
                null,
                false,
                begin,
                after,
                null,
                false,
                false,
                Standstill.NONE);
    }

    @Test
    void a_job_that_waits_for_another_says_for_which_and_until_when_at_least() {
        TaskCounts waits = new TaskCounts(4, 0, 0, 0, 0, 0, 0);
        NotBefore five = new NotBefore(LATER, new JobId(5));

        JobForecast told = told(job(waits, ""), waiting(null, SPAN, five));

        assertThat(told.reason()).isEqualTo(Reason.AFTER);
        assertThat(told.start()).isEqualTo(SPAN);
        assertThat(told.notBefore()).isEqualTo(five);
        assertThat(told.begin()).isNull();
        assertThat(told.note())
                .isEqualTo("Probably won't start before 2026-11-17T13:10:00Z, because it waits for job 5.");
    }

    @Test
    void a_job_that_could_start_meanwhile_is_not_said_to_wait() {
        NotBefore five = new NotBefore(LATER, new JobId(5));

        assertThat(told(job(READY, ""), waiting(null, SPAN, five)).reason()).isNull();
    }

    @Test
    void of_a_begin_and_a_job_that_is_waited_for_the_later_one_is_told() {
        TaskCounts waits = new TaskCounts(4, 0, 0, 0, 0, 0, 0);
        NotBefore five = new NotBefore(LATER, new JobId(5));

        JobForecast held = told(job(waits, ""), waiting(LATER.plusSeconds(1), SPAN, five));
        JobForecast after = told(job(waits, ""), waiting(LATER.minusSeconds(1), SPAN, five));

        assertThat(held.reason()).isEqualTo(Reason.HELD);
        assertThat(held.note()).isEqualTo("Won't start before 2026-11-17T13:10:01Z (--begin).");
        assertThat(after.reason()).isEqualTo(Reason.AFTER);
        assertThat(after.note()).contains("waits for job 5");
    }

    @Test
    void if_nobody_knows_when_the_other_one_is_done_it_is_named() {
        TaskCounts waits = new TaskCounts(4, 0, 0, 0, 0, 0, 0);

        JobForecast told = told(job(waits, ""), waiting(null, null, new NotBefore(null, new JobId(5))));

        assertThat(told.reason()).isEqualTo(Reason.WAITS);
        assertThat(told.note()).isEqualTo("Waiting for job 5, which isn't expected to be done.");
    }

    @Test
    void a_job_that_may_only_begin_later_says_when() {
        JobForecast told = told(job(READY, ""), found(false, false, LATER, false));

        assertThat(told.reason()).isEqualTo(Reason.HELD);
        assertThat(told.begin()).isEqualTo(LATER);
        assertThat(told.note()).isEqualTo("Won't start before 2026-11-17T13:10:00Z (--begin).");
    }
}
