package org.gleaner.server.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.gleaner.server.forecast.LookPace.News;
import org.junit.jupiter.api.Test;

final class LookPaceTest {
    private long now = 5;
    private final LookPace pace = new LookPace(() -> now);

    @Test
    void the_first_look_is_made_at_once() {
        assertThat(pace.left(News.NONE)).isZero();
    }

    @Test
    void a_costly_look_is_followed_by_a_rest_of_twenty_times_its_cost_whatever_happens() {
        pace.spent(Duration.ofSeconds(3));

        assertThat(pace.left(News.SOME)).isEqualTo(Duration.ofSeconds(60));
        assertThat(pace.left(News.JOB)).isEqualTo(Duration.ofSeconds(60));

        pass(Duration.ofSeconds(59));

        assertThat(pace.left(News.JOB)).isEqualTo(Duration.ofSeconds(1));

        pass(Duration.ofSeconds(1));

        assertThat(pace.left(News.SOME)).isZero();
    }

    @Test
    void between_two_cheap_looks_there_are_two_seconds() {
        pace.spent(Duration.ofMillis(10));

        assertThat(pace.left(News.SOME)).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void a_new_job_waits_only_as_long_as_the_budget_wants() {
        pace.spent(Duration.ofMillis(10));

        assertThat(pace.left(News.JOB)).isEqualTo(Duration.ofMillis(200));
    }

    @Test
    void even_if_nothing_happens_somebody_looks_once_a_minute() {
        pace.spent(Duration.ofMillis(10));

        assertThat(pace.left(News.NONE)).isEqualTo(Duration.ofMinutes(1));

        pass(Duration.ofMinutes(2));

        assertThat(pace.left(News.NONE)).isZero();
    }

    @Test
    void all_looks_together_take_less_than_a_twentieth_of_a_processor() {
        Duration spent = Duration.ZERO;
        long begun = now;

        for (int look = 0; look < 100; look++) {
            Duration cost = Duration.ofMillis(100L * (look % 7));
            pass(cost);
            pace.spent(cost);
            spent = spent.plus(cost);
            pass(pace.left(News.JOB));
        }

        assertThat(spent.toNanos() * 20).isLessThanOrEqualTo(now - begun);
    }

    @Test
    void where_the_next_look_is_far_a_new_job_is_glanced_at_before() {
        assertThat(pace.mayGlance()).as("the first look comes at once").isFalse();

        pace.spent(Duration.ofMillis(50));
        assertThat(pace.mayGlance()).as("in a second there is a look").isFalse();

        pace.spent(Duration.ofSeconds(5));
        assertThat(pace.mayGlance()).isTrue();

        pace.glanced(Duration.ofMillis(250));
        assertThat(pace.mayGlance()).isFalse();
        pass(Duration.ofSeconds(10));
        assertThat(pace.mayGlance()).isTrue();
    }

    @Test
    void glances_put_the_next_look_off_and_not_for_longer_than_its_rest() {
        pace.spent(Duration.ofSeconds(3));
        long begun = now;
        Duration spent = Duration.ofSeconds(3);

        while (!pace.left(News.JOB).isZero()) {
            if (pace.mayGlance()) {
                pass(Duration.ofMillis(300));
                pace.glanced(Duration.ofMillis(300));
                spent = spent.plusMillis(300);
            }
            pass(Duration.ofMillis(500));
        }

        assertThat(spent).isGreaterThan(Duration.ofSeconds(4));
        assertThat(spent.toNanos() * 20).isLessThanOrEqualTo(now - begun);
        assertThat(Duration.ofNanos(now - begun)).isLessThanOrEqualTo(Duration.ofSeconds(2 * 60 + 15));
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }
}
