package org.gleaner.protocol.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class LogPaceTest {
    private final AtomicLong nanos = new AtomicLong();
    private final LogPace pace = new LogPace(nanos::get);

    private void pass(int seconds) {
        nanos.addAndGet(Duration.ofSeconds(seconds).toNanos());
    }

    @Test
    void a_trouble_is_told_when_it_begins_and_when_it_is_over_with_how_long_it_lasted() {
        assertThat(pace.lasts("away for 1 s")).isTrue();
        for (int second = 0; second < 600; second++) {
            pass(1);
            assertThat(pace.lasts("away for " + second + " s")).isFalse();
        }

        assertThat(pace.ends()).hasValue(Duration.ofSeconds(600));
        assertThat(pace.ends()).isEmpty();
    }

    @Test
    void a_new_cause_is_told_once_a_minute_at_most() {
        int told = 0;
        for (int second = 0; second < 120; second++) {
            told += pace.lasts(second % 2 == 0 ? "loading" : "refused") ? 1 : 0;
            pass(1);
        }

        assertThat(told).isEqualTo(2);
    }

    @Test
    void a_trouble_that_comes_and_goes_tells_two_lines_a_minute() {
        int told = 0;
        for (int second = 0; second < 120; second++) {
            told += pace.lasts("away") ? 1 : 0;
            told += pace.ends().isPresent() ? 1 : 0;
            pass(1);
        }

        assertThat(told).isEqualTo(4);
    }

    @Test
    void what_just_happens_is_told_once_a_minute_for_each_cause() {
        int told = 0;
        for (int second = 0; second < 120; second++) {
            told += pace.happens("a " + second) ? 1 : 0;
            told += pace.happens("b " + second) ? 1 : 0;
            pass(1);
        }

        assertThat(told).isEqualTo(4);
    }
}
