package org.gleaner.cli.verb;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.gleaner.core.ahead.Forecast;
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
                .isEqualTo("Tue 12:10 (now; 12:10 to more than a year)");
    }

    @Test
    void in_short_it_is_how_long_it_still_takes() {
        assertThat(text.in(span(90, 130, 235))).isEqualTo("~2 h 10 min");
        assertThat(text.in(span(-3, -2, 1))).isEqualTo("now");
    }
}
