package org.gleaner.cli.verb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.message.ForecastRecord;
import org.gleaner.protocol.message.ForecastRecord.Stage;
import org.gleaner.protocol.message.ForecastRecord.When;
import org.gleaner.protocol.message.JobForecast;
import org.gleaner.protocol.message.JobForecast.Reason;
import org.gleaner.protocol.message.NotBefore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class EtaTextTest {
    /** In Berlin it is ten past twelve on a Tuesday. */
    private static final Instant NOW = Instant.parse("2026-11-17T11:10:00Z");

    private final EtaText text = new EtaText(NOW, ZoneId.of("Europe/Berlin"));

    private static Forecast.Span span(int p10, int p50, int p90) {
        return new Forecast.Span(
                NOW.plus(Duration.ofMinutes(p10)),
                NOW.plus(Duration.ofMinutes(p50)),
                NOW.plus(Duration.ofMinutes(p90)));
    }

    @Test
    void a_time_is_told_by_the_clock_on_the_wall_with_how_long_that_is_and_how_certain() {
        assertThat(text.text(span(90, 130, 235), true)).isEqualTo("Tue 14:20 (in 2 h 10 min; 13:40 to 16:05)");
    }

    @Test
    void another_day_is_told_with_its_name_and_a_later_one_with_its_date() {
        assertThat(text.text(span(90, 130, 24 * 60), true)).isEqualTo("Tue 14:20 (in 2 h 10 min; 13:40 to Wed 12:10)");
        assertThat(text.text(span(60, 60, 10 * 24 * 60), true))
                .isEqualTo("Tue 13:10 (in 60 min; 13:10 to 2026-11-27 12:10)");
    }

    @Test
    void the_day_is_repeated_where_it_differs_from_that_of_the_time_before() {
        assertThat(text.text(span(10 * 60, 13 * 60, 15 * 60), true))
                .isEqualTo("Wed 01:10 (in 13 h; Tue 22:10 to Wed 03:10)");
    }

    @Test
    void one_future_alone_tells_nothing_of_how_certain_it_is() {
        assertThat(text.text(span(130, 130, 130), false)).isEqualTo("Tue 14:20 (in 2 h 10 min; a first guess)");
    }

    @Test
    void what_nobody_knows_is_a_question_mark_and_what_is_far_says_so() {
        assertThat(text.text(null, true)).isEqualTo("?");
        assertThat(text.in(null)).isEqualTo("?");
        assertThat(text.text(new Forecast.Span(NOW, null, null), true))
                .isEqualTo("more than a year (at best Tue 12:10)");
        assertThat(text.text(new Forecast.Span(NOW, NOW, null), true))
                .isEqualTo("12:10:00 (any moment now; 12:10 to more than a year)");
    }

    @Test
    void what_is_done_within_minutes_is_told_to_the_second() {
        Forecast.Span soon = new Forecast.Span(NOW.plusSeconds(30), NOW.plusSeconds(45), NOW.plusSeconds(95));

        assertThat(text.text(soon, true)).isEqualTo("12:10:45 (in 45 s; 12:10:30 to 12:11:35)");
        assertThat(text.text(soon, false)).isEqualTo("12:10:45 (in 45 s; a first guess)");
    }

    @Test
    void what_is_later_than_expected_is_not_nearly_done() {
        assertThat(text.still(span(90, 130, 235))).isEqualTo("~2 h 10 min left");
        assertThat(text.still(span(-3, -2, 5))).isEqualTo("up to 5 min left");
        assertThat(text.still(span(-3, -2, -1))).isEqualTo("longer than expected");
        assertThat(text.still(new Forecast.Span(NOW, NOW, null))).isEmpty();
    }

    @Test
    void the_same_note_of_many_jobs_is_told_once_and_times_in_it_are_by_the_clock_on_the_wall() {
        List<JobForecast> jobs = new ArrayList<>();
        for (long id = 1; id <= 12; id++) {
            jobs.add(noted(id, Reason.UNKNOWN, "Unknown: nothing of type 'new' has run yet.", null));
        }
        jobs.add(noted(20, Reason.PAUSED, "1 task is paused.", null));
        jobs.add(noted(21, Reason.PAUSED, "1 task is paused.", null));
        String none = "No machine that can run it is available or expected to return.";
        jobs.add(noted(30, Reason.NONE_FITS, none, null));
        jobs.add(noted(31, Reason.NONE_FITS, none, null));
        Instant later = NOW.plusSeconds(7_800);
        jobs.add(noted(23, Reason.AFTER, "by the clock of the server", new NotBefore(later, new JobId(5))));
        jobs.add(noted(22, Reason.HELD, "Won't start before 2026-11-17T13:20:00Z.", new NotBefore(later, null)));

        assertThat(new EtaNotes(text).lines(jobs))
                .containsExactly(
                        "Jobs 1, 2, 3, 4, 5, 6, 7, 8, 9 and 3 more: Unknown: nothing of type 'new' has run yet.",
                        "Jobs 20 and 21: 1 task is paused.",
                        "Jobs 30 and 31: No machine that can run it is available or expected to return.",
                        "Job 22: Won't start before Tue 14:20 (--begin).",
                        "Job 23: Probably won't start before Tue 14:20, because it waits for job 5.");
    }

    private static JobForecast noted(long id, Reason reason, String note, @Nullable NotBefore when) {
        return new JobForecast(new JobId(id), "n", null, NOW, 20, false, null, null, reason, note, when, null, null);
    }

    @Test
    void the_record_is_a_table_and_says_what_the_numbers_should_be() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        List<Stage> stages = List.of(
                new Stage(When.FIRST, 4, 0.75, 0.25, 0, 0.5, 0.314, 1),
                new Stage(When.ALL, 24, 0.792, 0.083, 0.125, 0.5, 2.5, 1));
        ForecastRecord known = new ForecastRecord(NOW, 24, 3, stages, List.of(), List.of());
        ForecastRecord none = new ForecastRecord(null, 0, 3, List.of(), List.of(), List.of());

        try (PrintStream out = new PrintStream(bytes, true, UTF_8)) {
            new EtaRecord(known, ZoneId.of("Europe/Berlin")).print(false, out);
            new EtaRecord(none, ZoneId.of("Europe/Berlin")).print(true, out);
        }

        assertThat(bytes.toString(UTF_8))
                .contains("24 forecasts of your jobs since 2026-11-17")
                .containsPattern("at first +4 +75 % +25 % +0 % +31 %")
                .containsPattern("all +24 +79 % +8 % +13 % +3.5 times")
                .contains("IN RANGE should be about 80 %.")
                .contains("No forecast has been compared with the outcome yet.")
                .contains("3 forecasts will be compared once their jobs are done.");
    }

    @Test
    void in_short_it_is_how_long_it_still_takes() {
        assertThat(text.in(span(90, 130, 235))).isEqualTo("~2 h 10 min");
        assertThat(text.in(span(-3, -2, 1))).isEqualTo("now");
    }
}
