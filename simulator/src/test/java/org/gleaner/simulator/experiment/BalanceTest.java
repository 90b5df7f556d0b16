package org.gleaner.simulator.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.gleaner.simulator.experiment.Balance.Turn;
import org.junit.jupiter.api.Test;

/** Whoever comes later gets as much as the others, and until then the balance is off by what follows from that. */
final class BalanceTest {
    @Test
    void the_balance_is_off_by_four_sevenths_ninths_and_elevenths_and_comes_back() {
        Balance.Course course = Balance.simulated();
        List<Balance.Sample> samples = course.samples();

        for (int i = 1; i <= Balance.TIMES; i++) {
            long joined = i * course.phase();
            double peak = course.since(i).stream()
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

    @Test
    void time_counts_until_now_and_who_has_none_yet_counts_as_a_whole_part_away() {
        // Four of five had ten of a phase of 100 each, the fifth has still something that it got at 90.
        List<Turn> turns = List.of(
                new Turn(0, 0, 10),
                new Turn(1, 0, 10),
                new Turn(2, 0, 10),
                new Turn(3, 0, 10),
                new Turn(4, 90, 110),
                new Turn(5, 100, 120));

        Balance.Course course = Balance.course(100, turns);

        // 4 × |1/5 − 1/4| + 1/5
        assertThat(course.samples().get(0).at()).isEqualTo(10);
        assertThat(course.samples().get(0).problems()).isEqualTo(5);
        assertThat(sum(course, 0)).isCloseTo(0.4, within(1e-9));
        // All five have a fifth, and two more have come: 5 × |1/7 − 1/5| + 2/7
        assertThat(sum(course, 1)).isCloseTo(4.0 / 7, within(1e-9));
        assertThat(course.samples().get(1).problems()).isEqualTo(7);
        assertThat(course.since(1)).hasSize(3);
        assertThat(course.part(200)).isEqualTo(0.5);
    }

    private static double sum(Balance.Course course, int index) {
        return course.samples().get(index).sum();
    }
}
