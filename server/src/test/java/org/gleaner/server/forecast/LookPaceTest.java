package org.gleaner.server.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.server.forecast.LookPace.News;
import org.junit.jupiter.api.Test;

final class LookPaceTest {
    private static final List<Owner> ANN = List.of(new Owner("ann"));
    private static final List<Owner> BOB = List.of(new Owner("bob"));
    private static final Instant NOW = Instant.parse("2026-11-17T12:00:00Z");
    private static final JobId JOB = new JobId(7);

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
        assertThat(pace.mayGlance(ANN)).as("the first look comes at once").isFalse();

        pace.spent(Duration.ofMillis(50));
        assertThat(pace.mayGlance(ANN)).as("in a second there is a look").isFalse();

        pace.spent(Duration.ofSeconds(5));
        assertThat(pace.mayGlance(ANN)).isTrue();
        assertThat(pace.mayGlance(List.of())).as("nobody waits").isFalse();

        pace.glanced(Duration.ofMillis(250), ANN);
        assertThat(pace.mayGlance(ANN)).isFalse();
        pass(Duration.ofSeconds(10));
        assertThat(pace.mayGlance(ANN)).isTrue();
    }

    @Test
    void whoever_keeps_submitting_does_not_keep_others_from_a_first_guess() {
        pace.spent(Duration.ofSeconds(30));
        pace.glanced(Duration.ofSeconds(10), ANN);

        assertThat(pace.mayGlance(ANN)).isFalse();
        assertThat(pace.mayGlance(BOB)).isTrue();

        pace.glanced(Duration.ofSeconds(10), BOB);
        pace.glanced(Duration.ofSeconds(10), List.of(new Owner("eve")));

        assertThat(pace.mayGlance(List.of(new Owner("zoe"))))
                .as("all guesses together cost no more than a look")
                .isFalse();
        assertThat(pace.left(News.JOB)).isEqualTo(Duration.ofMinutes(20));
    }

    @Test
    void nobody_who_keeps_submitting_puts_the_next_look_off_for_longer_than_its_rest_and_one_guess() {
        pace.spent(Duration.ofSeconds(30));
        long begun = now;

        for (int owner = 0; !pace.left(News.JOB).isZero(); owner++) {
            List<Owner> next = List.of(new Owner("user" + owner % 50));
            if (pace.mayGlance(next)) {
                pace.glanced(Duration.ofSeconds(8), next);
            }
            pass(Duration.ofSeconds(1));
        }

        assertThat(Duration.ofNanos(now - begun)).isLessThanOrEqualTo(Duration.ofSeconds(20 * (30 + 30 + 8)));
    }

    @Test
    void how_long_it_takes_until_something_is_said_is_known_of_whoever_had_a_guess() {
        pace.spent(Duration.ofSeconds(30));
        assertThat(pace.rest(NOW).until()).isEqualTo(NOW);

        pace.glanced(Duration.ofSeconds(10), ANN);

        assertThat(pace.rest(NOW)).isEqualTo(new Forecasts.Rest(NOW.plusSeconds(400), Set.copyOf(ANN), false));
        assertThat(forecasts().next(JOB, new Owner("ann"), NOW.plusSeconds(100)).left())
                .isEqualTo(Duration.ofSeconds(300));
        assertThat(forecasts().next(JOB, new Owner("bob"), NOW).left()).isZero();

        pace.glanced(Duration.ofSeconds(30), BOB);

        assertThat(forecasts().next(JOB, new Owner("zoe"), NOW).left())
                .as("what is left for guesses is used up")
                .isEqualTo(Duration.ofSeconds(20 * 70));
    }

    private Forecasts forecasts() {
        return Forecasts.NONE.spent(Duration.ZERO, pace.rest(NOW));
    }

    @Test
    void glances_put_the_next_look_off_and_not_for_longer_than_its_rest() {
        pace.spent(Duration.ofSeconds(3));
        long begun = now;
        Duration spent = Duration.ofSeconds(3);

        while (!pace.left(News.JOB).isZero()) {
            if (pace.mayGlance(ANN)) {
                pass(Duration.ofMillis(300));
                pace.glanced(Duration.ofMillis(300), ANN);
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
