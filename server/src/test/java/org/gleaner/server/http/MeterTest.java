package org.gleaner.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class MeterTest {
    private static final Duration GAP = Duration.ofMillis(100);

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 50);
    private final Meter meter = new Meter(now::get, 3);

    private int taken(String key, int times) {
        int taken = 0;
        for (int i = 0; i < times; i++) {
            taken += meter.take(key, GAP, 5).isZero() ? 1 : 0;
        }
        return taken;
    }

    @Test
    void so_many_may_come_at_once_and_then_one_after_each_gap() {
        assertThat(taken("a", 20)).isEqualTo(5);

        now.addAndGet(GAP.toNanos() * 2);

        assertThat(taken("a", 20)).isEqualTo(2);
        assertThat(meter.take("a", GAP, 5)).isBetween(Duration.ofMillis(1), GAP);
    }

    @Test
    void nobody_takes_from_another() {
        taken("a", 20);

        assertThat(taken("b", 20)).isEqualTo(5);
    }

    @Test
    void a_rest_earns_no_more_than_what_may_come_at_once() {
        taken("a", 20);

        now.addAndGet(GAP.toNanos() * 1000);

        assertThat(taken("a", 20)).isEqualTo(5);
    }

    @Test
    void it_remembers_only_so_many_and_the_others_share_one_allowance() {
        for (String key : new String[] {"a", "b", "c"}) {
            taken(key, 1);
        }

        assertThat(taken("d", 3) + taken("e", 3)).isEqualTo(5);
        assertThat(meter.size()).isLessThanOrEqualTo(4);

        now.addAndGet(GAP.toNanos() * 100);
        assertThat(taken("f", 20)).isEqualTo(5);
        assertThat(meter.size()).isEqualTo(1);
    }
}
