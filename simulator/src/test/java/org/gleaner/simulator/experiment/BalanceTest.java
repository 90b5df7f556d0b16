package org.gleaner.simulator.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Whoever comes later gets as much as the others, and until then the balance is off by what follows from that. */
final class BalanceTest {
    @Test
    void the_balance_is_off_by_four_sevenths_ninths_and_elevenths_and_comes_back() {
        List<Balance.Sample> samples = Balance.samples();

        for (int i = 1; i <= Balance.TIMES; i++) {
            long joined = i * Balance.PHASE;
            double peak = samples.stream()
                    .filter(sample -> sample.at() >= joined && sample.at() < joined + Balance.PHASE)
                    .mapToDouble(Balance.Sample::sum)
                    .max()
                    .orElse(0);
            double before = samples.stream()
                    .filter(sample -> sample.at() < joined)
                    .reduce((first, last) -> last)
                    .map(Balance.Sample::sum)
                    .orElse(1.0);

            assertThat(peak).isCloseTo(4.0 / (Balance.FIRST + Balance.MORE * i), within(0.02));
            assertThat(before).isLessThan(0.02);
        }
    }
}
