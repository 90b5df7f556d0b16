package org.gleaner.server.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A clock that follows the one on the wall without making anybody look dead or anything look old. */
final class LoopClockTest {
    private static final Instant START = Instant.parse("2026-11-16T08:00:00Z");
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration DAY = Duration.ofDays(1);

    private Instant wall = START;
    private long nanos = 77;

    private LoopClock clock(@Nullable Instant last) {
        return new LoopClock(() -> wall, () -> nanos, last);
    }

    /** Time passes, in steps in which somebody looks at the clock. */
    private void passes(LoopClock clock, Duration time, Duration step) {
        Instant before = clock.instant();
        for (long i = 0; i < time.dividedBy(step); i++) {
            wall = wall.plus(step);
            nanos += step.toNanos();
            Instant after = clock.instant();
            assertThat(after).isAfterOrEqualTo(before);
            before = after;
        }
    }

    private void passes(LoopClock clock, Duration time) {
        passes(clock, time, Duration.ofMinutes(1));
    }

    @Test
    void it_runs_with_the_wall_clock_and_nothing_is_in_doubt() {
        LoopClock clock = clock(START.minus(HOUR));

        passes(clock, DAY);

        assertThat(clock.instant()).isEqualTo(START.plus(DAY));
        assertThat(clock.doubt()).isEmpty();
    }

    @Test
    void small_differences_are_made_good_by_running_a_little_faster_or_slower() {
        LoopClock clock = clock(null);

        wall = wall.plusSeconds(30);
        assertThat(clock.instant()).isEqualTo(START);
        passes(clock, Duration.ofSeconds(100), Duration.ofSeconds(1));
        assertThat(clock.instant()).isEqualTo(START.plusSeconds(105));
        passes(clock, HOUR);
        assertThat(clock.instant()).isEqualTo(wall);

        wall = wall.minusSeconds(40);
        passes(clock, HOUR, Duration.ofSeconds(1));
        assertThat(clock.instant()).isEqualTo(wall);
        assertThat(clock.doubt()).isEmpty();
    }

    @Test
    void after_a_sleep_it_is_where_the_wall_clock_is() {
        LoopClock clock = clock(null);

        wall = wall.plus(Duration.ofHours(9));

        assertThat(clock.instant()).isEqualTo(wall);
        assertThat(clock.doubt()).isEmpty();
    }

    @Test
    void steps_ahead_make_nothing_older_for_a_day() {
        LoopClock clock = clock(null);
        assertThat(clock.leap()).isZero();

        wall = wall.plus(HOUR.multipliedBy(5));
        assertThat(clock.leap()).isEqualTo(HOUR.multipliedBy(5));
        passes(clock, HOUR);
        wall = wall.plus(HOUR);
        passes(clock, HOUR.multipliedBy(22));
        assertThat(clock.leap()).isEqualTo(HOUR.multipliedBy(6));

        passes(clock, HOUR);
        assertThat(clock.leap()).isZero();
    }

    @Test
    void started_400_days_ahead_it_removes_nothing_and_is_right_as_soon_as_the_clock_is() {
        LoopClock clock = clock(null);
        passes(clock, HOUR);
        Instant stopped = clock.instant();
        wall = wall.plus(Duration.ofDays(400));
        LoopClock again = clock(stopped);

        passes(again, Duration.ofHours(7));

        assertThat(again.instant()).isEqualTo(wall);
        assertThat(again.doubt().orElse("")).contains("400 d");
        wall = wall.minus(Duration.ofDays(400));
        assertThat(again.instant()).isEqualTo(wall);
        assertThat(again.doubt()).isEmpty();
    }

    @Test
    void started_400_days_behind_it_goes_on_where_it_was_so_that_nothing_is_dated_to_long_ago() {
        Instant stopped = START;
        wall = START.minus(Duration.ofDays(400));
        LoopClock clock = clock(stopped);

        passes(clock, Duration.ofMinutes(10));

        assertThat(clock.instant()).isAfter(stopped);
        assertThat(clock.doubt()).isPresent();
        wall = START.plus(HOUR);
        assertThat(clock.instant()).isEqualTo(wall);
        assertThat(clock.doubt()).isEmpty();
    }

    @Test
    void started_seven_hours_ahead_it_never_goes_back_by_itself_and_still_finds_the_right_time() {
        wall = START.plus(Duration.ofHours(7));
        LoopClock clock = clock(null);
        passes(clock, HOUR);
        wall = wall.minus(Duration.ofHours(7));

        passes(clock, Duration.ofHours(10));

        assertThat(Duration.between(wall, clock.instant())).isEqualTo(Duration.ofHours(5));
        assertThat(clock.doubt().orElse("")).contains("5 h", "jobs with a begin time start early");
        wall = wall.plus(DAY);
        nanos += DAY.toNanos();
        assertThat(clock.instant()).isEqualTo(wall);
        assertThat(clock.doubt()).isEmpty();
    }

    @Test
    void a_wall_clock_that_is_set_wrong_for_a_while_changes_nothing() {
        LoopClock clock = clock(null);
        wall = wall.minus(Duration.ofDays(30));
        passes(clock, Duration.ofMinutes(5));
        assertThat(clock.doubt()).isPresent();

        wall = wall.plus(Duration.ofDays(30));

        assertThat(clock.instant()).isEqualTo(START.plus(Duration.ofMinutes(4)));
        passes(clock, HOUR);
        assertThat(clock.instant()).isEqualTo(wall);
        assertThat(clock.doubt()).isEmpty();
    }

    @Test
    void a_server_that_was_off_for_long_believes_its_clock_after_a_day() {
        LoopClock clock = clock(START.minus(Duration.ofDays(60)));
        assertThat(clock.instant()).isEqualTo(START);
        assertThat(clock.doubt()).isPresent();

        passes(clock, DAY.plus(HOUR));

        assertThat(clock.instant()).isEqualTo(wall);
        assertThat(clock.doubt()).isEmpty();
    }

    @Test
    void after_a_short_restart_it_is_at_once_where_the_wall_clock_is() {
        Instant last = wall;
        wall = wall.plusSeconds(45);

        assertThat(clock(last).instant()).isEqualTo(wall);
    }

    @Test
    void a_wall_clock_that_is_a_little_behind_the_last_run_takes_nothing_back() {
        Instant last = wall;
        wall = wall.minusSeconds(45);

        assertThat(clock(last).instant()).isEqualTo(last);
    }
}
