package org.gleaner.core.observer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class TypeBeliefTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void run_times_are_averaged_as_they_were_and_as_they_would_be_on_an_average_node() {
        TypeBelief belief =
                TypeBelief.unknown(NOW).ran(100, 2, NOW).ran(200, 0.5, NOW).ran(300, 1, NOW);

        assertThat(belief.meanRuntime()).isEqualTo(168.75);
        assertThat(belief.meanWork()).isEqualTo(0.25 * 300 + 0.75 * (0.25 * 100 + 0.75 * 200));
        assertThat(belief.done()).isEqualTo(3);
    }

    @Test
    void a_run_time_between_two_points_is_shared_by_them() {
        double[] amounts = new double[RunLengths.POINTS];
        double between = Math.sqrt(RunLengths.at(9) * RunLengths.at(10));

        RunLengths.add(amounts, between, 1);

        assertThat(amounts[9]).isCloseTo(0.5, within(1e-9));
        assertThat(amounts[10]).isCloseTo(0.5, within(1e-9));
        assertThat(RunLengths.at(0)).isEqualTo(1.0 / 60);
        assertThat(RunLengths.at(3)).isCloseTo(2.0 / 60, within(1e-12));
        assertThat(RunLengths.position(1e12)).isEqualTo(RunLengths.POINTS - 1);
    }

    /** Four tasks: one done at point 0, one cut at 1, two done at 3. Of those at risk a quarter, then all are done. */
    @Test
    void a_node_may_report_any_duration() {
        assertThat(Minutes.of(Duration.ofMillis(90_500))).isEqualTo(90_500 / 60_000.0);
        assertThat(Minutes.of(Duration.ofSeconds(Long.MAX_VALUE))).isGreaterThan(1e17);
    }
}
