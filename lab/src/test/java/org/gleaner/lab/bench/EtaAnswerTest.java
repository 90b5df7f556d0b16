package org.gleaner.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import org.gleaner.core.ahead.Forecast;
import org.junit.jupiter.api.Test;

class EtaAnswerTest {
    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

    private static Instant after(int seconds) {
        return BEGIN.plusSeconds(seconds);
    }

    private static EtaAnswer answer(int truth) {
        Forecast.Span said = new Forecast.Span(after(110), after(150), after(200));
        return EtaAnswer.of(50, BEGIN, after(100), said, after(100 + truth));
    }

    @Test
    void what_was_said_counts_from_when_it_was_asked() {
        assertThat(answer(100)).isEqualTo(new EtaAnswer(50, 100, 10, 50, 100, 100));
    }

    @Test
    void both_ends_of_the_range_are_within_it() {
        assertThat(answer(10).isWithin()).isTrue();
        assertThat(answer(100).isWithin()).isTrue();
        assertThat(answer(9).isWithin()).isFalse();
        assertThat(answer(101).isWithin()).isFalse();
    }

    @Test
    void a_range_without_an_end_holds_whatever_is_late() {
        Forecast.Span said = new Forecast.Span(after(110), after(150), null);

        assertThat(EtaAnswer.of(50, BEGIN, after(100), said, after(9_999)).isWithin())
                .isTrue();
    }

    @Test
    void the_error_is_a_part_of_what_was_left() {
        assertThat(answer(100).error()).isEqualTo(0.5);
        assertThat(answer(100).ratio()).isEqualTo(2);
        assertThat(answer(25).error()).isEqualTo(1);
    }

    @Test
    void the_usual_error_is_that_in_the_middle() {
        assertThat(EtaAnswer.usualError(List.of(answer(100), answer(50), answer(25))))
                .isEqualTo(0.5);
    }

    @Test
    void agents_stay_for_a_while_whatever_is_drawn() {
        SplittableRandom random = new SplittableRandom(1);
        Duration mean = Duration.ofSeconds(90);
        Duration shortest = Duration.ofSeconds(10);
        for (int i = 0; i < 1_000; i++) {
            assertThat(RestlessAgents.drawn(random, mean, shortest)).isBetween(shortest, mean.multipliedBy(4));
        }
    }
}
