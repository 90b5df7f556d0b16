package org.gleaner.cli.verb;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Objects;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.Deadline;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.protocol.message.JobForecast;
import org.gleaner.protocol.message.Meets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class DeadlineTextTest {
    /** In Berlin it is ten past twelve on a Tuesday. */
    private static final Instant NOW = Instant.parse("2026-11-17T11:10:00Z");

    private static final Forecast.Span FINISH = new Forecast.Span(in(90), in(130), in(235));

    private final DeadlineText text = new DeadlineText(new EtaText(NOW, ZoneId.of("Europe/Berlin")));

    private static Instant in(int minutes) {
        return NOW.plus(Duration.ofMinutes(minutes));
    }

    private static JobForecast forecast(@Nullable Instant deadline, @Nullable Meets meets) {
        return new JobForecast(
                new JobId(7), "sweep", null, NOW, 20, true, null, FINISH, null, "", null, deadline, meets);
    }

    private static JobSummary job(@Nullable Deadline deadline) {
        TaskCounts tasks = new TaskCounts(0, 3, 0, 0, 0, 0, 0);
        Owner ada = new Owner("ada");
        return new JobSummary(
                new JobId(7), "sweep", "sim", ada, NOW, tasks, "", null, null, deadline, false, false, false);
    }

    @Test
    void where_the_range_has_seconds_both_times_have_them() {
        Forecast.Span soon = new Forecast.Span(NOW.plusSeconds(19), NOW.plusSeconds(70), NOW.plusSeconds(160));

        assertThat(text.text().against(soon, NOW.plusSeconds(10)))
                .isEqualTo("done 12:11:10 (12:10:19 to 12:12:40), deadline 12:10:10");
    }

    @Test
    void a_job_that_will_miss_its_deadline_is_told_with_both_times() {
        assertThat(text.doubt(forecast(in(110), Meets.UNLIKELY)))
                .contains("Job 7 will probably miss its deadline: done Tue 14:20 (13:40 to 16:05),"
                        + " deadline Tue 14:00.");
        assertThat(text.doubt(forecast(Objects.requireNonNull(FINISH.p50()).plusSeconds(20), Meets.PERHAPS)))
                .contains("Job 7 may miss its deadline: done 14:20:00 (13:40 to 16:05), deadline 14:20:20.");
        assertThat(text.doubt(forecast(in(200), Meets.PERHAPS)).orElseThrow()).contains("Job 7 may miss its deadline");
        assertThat(text.doubt(forecast(in(5), Meets.HOPELESS)).orElseThrow())
                .contains("Job 7 can't meet its deadline any more");
    }

    @Test
    void a_deadline_that_is_past_is_missed_whatever_was_hoped_before() {
        assertThat(text.doubt(forecast(NOW.minusSeconds(3), Meets.PERHAPS)).orElseThrow())
                .contains("Job 7 can't meet its deadline any more");
        assertThat(text.doubt(forecast(NOW, Meets.LIKELY)).orElseThrow()).contains("can't meet its deadline any more");
    }

    @Test
    void what_looks_well_is_not_worth_a_word() {
        assertThat(text.doubt(forecast(null, null))).isEmpty();
        assertThat(text.doubt(forecast(in(500), Meets.LIKELY))).isEmpty();
        assertThat(text.doubt(forecast(in(500), null))).isEmpty();
        assertThat(text.mark(job(null), FINISH)).isEmpty();
        assertThat(text.mark(job(new Deadline(in(500))), FINISH)).isEmpty();
    }

    @Test
    void in_a_column_one_word_says_that_it_will_be_late_or_may_be() {
        assertThat(text.mark(job(new Deadline(in(200))), FINISH)).isEqualTo(" (late?)");
        assertThat(text.mark(job(new Deadline(in(100))), FINISH)).isEqualTo(" (late)");
        assertThat(text.mark(job(new Deadline(in(5))), FINISH)).isEqualTo(" (late)");
    }

    @Test
    void what_the_server_noticed_is_told_also_without_a_forecast() {
        Deadline past = new Deadline(in(-10), true);

        assertThat(text.doubt(job(past), null)).contains("Job 7 can't meet its deadline any more: deadline Tue 12:00.");
        assertThat(text.mark(job(past), null)).isEqualTo(" (late)");
        assertThat(text.doubt(job(new Deadline(in(10))), null)).isEmpty();
    }

    @Test
    void a_new_job_that_could_not_be_checked_is_told_who_will() {
        String later = "No forecast yet; 'gleaner eta 7' will say whether it meets its deadline.";

        assertThat(text.atFirst(new JobId(7), null)).contains(later);
        assertThat(text.atFirst(new JobId(7), forecast(in(200), null))).contains(later);
        assertThat(text.atFirst(new JobId(7), forecast(in(200), Meets.LIKELY))).isEmpty();
        JobForecast unknown = new JobForecast(
                new JobId(7),
                "sweep",
                null,
                NOW,
                20,
                true,
                null,
                FINISH,
                JobForecast.Reason.UNKNOWN,
                "Unknown: it is new.",
                null,
                in(200),
                null);
        assertThat(text.atFirst(new JobId(7), unknown).orElseThrow())
                .startsWith("can't tell yet whether job 7 meets its deadline: the run times of its tasks")
                .contains("'gleaner eta 7'", "--expect");
        assertThat(text.atFirst(new JobId(7), forecast(in(200), Meets.PERHAPS)).orElseThrow())
                .contains("may miss its deadline");
    }
}
