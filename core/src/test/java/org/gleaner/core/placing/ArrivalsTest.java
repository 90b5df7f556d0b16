package org.gleaner.core.placing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ArrivalsTest {
    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
    private static final double TWO_DAYS = 48 * 60;

    private static Instant minute(long minute) {
        return BEGIN.plus(Duration.ofMinutes(minute));
    }

    @Test
    void what_comes_at_once_is_a_bag_however_many_jobs_it_is() {
        Arrivals arrivals = new Arrivals();
        for (int job = 0; job < 1000; job++) {
            arrivals.note(BEGIN.plusMillis(job));
        }

        assertThat(arrivals.keepComing(minute(10), TWO_DAYS)).isFalse();
    }

    @Test
    void jobs_that_come_every_half_hour_keep_coming_until_they_have_stayed_away_for_long() {
        Arrivals arrivals = new Arrivals();
        for (int job = 0; job < 10; job++) {
            arrivals.note(minute(30L * job));
        }

        assertThat(arrivals.keepComing(minute(300), TWO_DAYS)).isTrue();
        assertThat(arrivals.keepComing(minute(300 + 48 * 60), TWO_DAYS)).isFalse();
    }

    @Test
    void jobs_that_come_seldom_in_relation_to_what_is_open_are_bags() {
        Arrivals arrivals = new Arrivals();
        for (int job = 0; job < 10; job++) {
            arrivals.note(minute(500L * job));
        }

        assertThat(arrivals.keepComing(minute(4600), TWO_DAYS)).isFalse();
    }
}
