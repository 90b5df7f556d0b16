package org.gleaner.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class ForegroundBenchTest {
    @Test
    void a_round_in_which_others_were_busy_hides_no_delay_and_makes_none() {
        List<Double> without = List.of(0.1, 40.0, 0.1);
        List<Double> with = List.of(0.6, 39.0, 0.5);

        ForegroundBench.Delays delays = new ForegroundBench.Delays(1, without, with, List.of(1.0, 1.0, 1.0));

        assertThat(delays.more()).isEqualTo(0.4, within(1e-9));
    }

    @Test
    void the_median_of_an_even_number_lies_between_the_middle_two() {
        assertThat(ForegroundBench.Delays.median(List.of(4.0, 1.0, 2.0, 100.0))).isEqualTo(3);
    }
}
