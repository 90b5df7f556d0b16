package org.gleaner.simulator.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class FlowTimesTest {
    private static final Percentage ONE = Percentage.withPercentage(1);

    @Test
    void nothing_took_no_time() {
        assertThat(new FlowTimes().mean()).isZero();
        assertThat(new FlowTimes().quantile(0.5)).isZero();
    }

    @Test
    void mean_is_exact_and_quantiles_are_right_to_one_percent() {
        FlowTimes flow = new FlowTimes();

        for (long time = 0; time <= 1_000_000; time++) {
            flow.add(time * 1000, 1);
        }

        assertThat(flow.mean()).isEqualTo(500_000_000);
        assertThat(flow.quantile(0.5)).isCloseTo(500_000_000, ONE);
        assertThat(flow.quantile(0.95)).isCloseTo(950_000_000, ONE);
        assertThat(flow.quantile(1)).isCloseTo(1_000_000_000, ONE);
    }

    @Test
    void every_time_has_a_bucket() {
        for (long time : new long[] {0, 1, 127, 128, 129, 1 << 20, Long.MAX_VALUE}) {
            FlowTimes flow = new FlowTimes();
            flow.add(time, 3);
            assertThat(flow.quantile(0.5)).isCloseTo((double) time, ONE);
        }
    }
}
