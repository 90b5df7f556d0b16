package org.gleaner.protocol.wording;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.protocol.message.Meets;
import org.junit.jupiter.api.Test;

/** Whether a job will be done by its deadline. */
final class MeetsTest {
    private static final Instant NOW = Instant.parse("2026-11-17T11:00:00Z");
    private static final Forecast.Span FINISH = new Forecast.Span(in(60), in(120), in(180));

    private static Instant in(int minutes) {
        return NOW.plus(Duration.ofMinutes(minutes));
    }

    private static Meets of(int minutes, Forecast.Span finish) {
        return Meets.of(in(minutes), finish, NOW);
    }

    @Test
    void how_many_futures_end_before_the_deadline_decides() {
        assertThat(of(180, FINISH)).isEqualTo(Meets.LIKELY);
        assertThat(of(179, FINISH)).isEqualTo(Meets.PERHAPS);
        assertThat(of(119, FINISH)).isEqualTo(Meets.UNLIKELY);
        assertThat(of(59, FINISH)).isEqualTo(Meets.HOPELESS);
    }

    @Test
    void one_future_alone_makes_nothing_hopeless() {
        assertThat(of(59, new Forecast.Span(in(60), in(60), in(60)))).isEqualTo(Meets.UNLIKELY);
        assertThat(of(61, new Forecast.Span(in(60), in(60), in(60)))).isEqualTo(Meets.LIKELY);
    }

    @Test
    void what_is_past_is_hopeless_whatever_the_futures_say() {
        assertThat(of(0, FINISH)).isEqualTo(Meets.HOPELESS);
        assertThat(of(-1, new Forecast.Span(NOW, NOW, NOW))).isEqualTo(Meets.HOPELESS);
    }

    @Test
    void what_takes_more_than_a_year_misses_all_deadlines_before_that() {
        Forecast.Span far = new Forecast.Span(in(60), null, null);

        assertThat(of(120, far)).isEqualTo(Meets.UNLIKELY);
        assertThat(Meets.of(NOW.plus(Duration.ofDays(400)), far, NOW)).isEqualTo(Meets.LIKELY);
    }

    @Test
    void what_is_never_done_in_any_future_is_hopeless() {
        Forecast.Span never = new Forecast.Span(null, null, null);

        assertThat(of(120, never)).isEqualTo(Meets.HOPELESS);
        assertThat(Meets.of(in(120), never, NOW, 32)).isEqualTo(Meets.HOPELESS);
        assertThat(Meets.of(in(120), never, NOW, 1)).as("a first guess").isEqualTo(Meets.UNLIKELY);
        assertThat(Meets.of(in(0), never, NOW, 1)).as("it is past").isEqualTo(Meets.HOPELESS);
    }
}
