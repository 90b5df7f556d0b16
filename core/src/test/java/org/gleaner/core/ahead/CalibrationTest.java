package org.gleaner.core.ahead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class CalibrationTest {
    private static final Instant NOW = Instant.parse("2026-11-17T12:00:00Z");

    /** Half of the width of the range that holds eight of ten of a bell curve. */
    private static final double TENTH = 1.2816;

    private final SplittableRandom random = new SplittableRandom(7);
    private final Calibration calibration = new Calibration();

    /** Forecasts of an hour whose truth spreads so much, told with ranges that are so many times too wide. */
    private double coverage(int forecasts, double bias, double spread, double tooWide) {
        int inside = 0;
        for (int i = 0; i < forecasts; i++) {
            double middle = 3_000 * Math.exp(0.3 * random.nextGaussian());
            double width = spread * tooWide * TENTH;
            Forecast.Span raw = span(middle * Math.exp(-width), middle, middle * Math.exp(width));
            Instant truth = at(middle * Math.exp(bias + spread * random.nextGaussian()));
            Forecast.Span said = calibration.applied(NOW, raw);
            inside += isInside(said, truth) ? 1 : 0;
            calibration.learn(NOW, raw, truth);
        }
        return (double) inside / forecasts;
    }

    private static boolean isInside(Forecast.Span said, Instant truth) {
        Instant early = said.p10();
        Instant late = said.p90();
        return early != null && late != null && !truth.isBefore(early) && !truth.isAfter(late);
    }

    private static Instant at(double seconds) {
        return NOW.plusMillis(Math.round(seconds * 1000));
    }

    private static Forecast.Span span(double p10, double p50, double p90) {
        return new Forecast.Span(at(p10), at(p50), at(p90));
    }

    private static double seconds(@Nullable Instant at) {
        return at == null ? Double.NaN : Duration.between(NOW, at).toMillis() / 1000.0;
    }

    @Test
    void ranges_that_were_too_narrow_become_as_wide_as_they_should_be() {
        coverage(200, 0, 0.4, 0.33);

        assertThat(coverage(1_000, 0, 0.4, 0.33)).isBetween(0.75, 0.85);
    }

    @Test
    void ranges_that_were_too_wide_become_narrower() {
        coverage(200, 0, 0.4, 1.8);

        assertThat(coverage(1_000, 0, 0.4, 1.8)).isBetween(0.75, 0.85);
    }

    @Test
    void what_always_comes_late_gets_a_range_that_reaches_further_up_than_down() {
        coverage(200, 0.3, 0.3, 1);

        assertThat(coverage(1_000, 0.3, 0.3, 1)).isBetween(0.75, 0.9);
        Calibration.Width width = calibration.widths().get(2);
        assertThat(width.above()).isGreaterThan(1.3);
        assertThat(width.below()).isLessThan(0.8);
    }

    @Test
    void a_drift_is_followed() {
        coverage(500, 0, 0.2, 1);
        coverage(200, 0, 0.6, 0.33);

        assertThat(coverage(1_000, 0, 0.6, 0.33)).isBetween(0.75, 0.85);
    }

    @Test
    void ranges_that_are_right_stay_about_as_they_are() {
        coverage(400, 0, 0.4, 1);

        assertThat(calibration.widths()).allSatisfy(width -> {
            assertThat(width.below()).isBetween(0.75, 1.35);
            assertThat(width.above()).isBetween(0.75, 1.35);
        });
        assertThat(coverage(1_000, 0, 0.4, 1)).isBetween(0.75, 0.85);
    }

    @Test
    void without_anything_known_nothing_changes_and_with_little_only_little() {
        Forecast.Span raw = span(1_800, 3_000, 5_000);

        assertThat(calibration.applied(NOW, raw)).isEqualTo(raw);
        calibration.learn(NOW, raw, at(200_000));
        assertThat(seconds(calibration.applied(NOW, raw).p90())).isBetween(5_000.0, 6_000.0);
    }

    @Test
    void one_kind_is_learnt_from_its_own_kind_and_the_others_lean_on_all() {
        for (int i = 0; i < 100; i++) {
            calibration.learn(NOW, span(20, 30, 45), at(30 * Math.exp(random.nextGaussian())));
            calibration.learn(NOW, span(50_000, 60_000, 72_000), at(60_000 * Math.exp(0.05 * random.nextGaussian())));
        }

        assertThat(calibration.widths().get(0).above()).isGreaterThan(2);
        assertThat(calibration.widths().get(4).above()).isLessThan(0.8);
        assertThat(calibration.widths().get(2).known()).isZero();
        assertThat(calibration.widths().get(2).above()).isBetween(1.0, 4.0);
    }

    @Test
    void factors_are_bounded_whatever_happens() {
        for (int i = 0; i < 300; i++) {
            calibration.learn(NOW, span(3_000, 3_000, 3_000), at(i % 2 == 0 ? 1 : 1e9));
        }

        Forecast.Span said = calibration.applied(NOW, span(3_000, 3_000, 3_000));

        assertThat(seconds(said.p90())).isCloseTo(3_000 * Math.exp(4 * 0.05), within(60.0));
        assertThat(seconds(said.p10())).isCloseTo(3_000 * Math.exp(-4 * 0.05), within(60.0));
    }

    @Test
    void what_is_not_known_stays_so_and_what_is_due_stays_as_it_is() {
        coverage(200, 0, 0.4, 0.33);
        Forecast.Span far = new Forecast.Span(at(3_000), at(4_000), null);
        Forecast.Span due = new Forecast.Span(NOW, NOW, at(10));

        assertThat(calibration.applied(NOW, far).p90()).isNull();
        assertThat(calibration.applied(NOW, due)).isEqualTo(due);
        calibration.learn(NOW, far, at(10));
        assertThat(calibration.widths())
                .allSatisfy(width -> assertThat(width.known()).isLessThanOrEqualTo(200));
    }

    @Test
    void nothing_is_said_to_start_after_it_is_done() {
        coverage(200, 0, 0.2, 1.9);
        Forecast raw = new Forecast(span(2_900, 2_950, 4_900), span(1_000, 3_000, 5_000));

        Forecast said = calibration.applied(NOW, null, raw);

        assertThat(said.start()).isNotNull();
        assertThat(said.start().p90()).isBeforeOrEqualTo(said.finish().p90());
    }

    @Test
    void nothing_is_said_to_start_or_be_done_before_its_begin_or_in_the_past() {
        coverage(200, 0, 0.4, 0.33);
        Forecast raw = new Forecast(span(3_000, 3_000, 3_000), span(3_050, 3_060, 3_070));

        Forecast free = calibration.applied(NOW, null, raw);
        Forecast said = calibration.applied(NOW, at(3_000), raw);

        assertThat(free.finish().p10()).as("widened").isBetween(NOW, at(2_990));
        assertThat(said.start()).isEqualTo(raw.start());
        assertThat(said.finish().p10()).isEqualTo(at(3_000));
        assertThat(said.finish().p50()).isEqualTo(at(3_060));
        assertThat(said.finish().p90()).isEqualTo(free.finish().p90());
        assertThat(calibration.applied(NOW, at(-60), raw)).as("begin is over").isEqualTo(free);
    }
}
