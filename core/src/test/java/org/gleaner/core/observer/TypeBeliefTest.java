package org.gleaner.core.observer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class TypeBeliefTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    /** So many tasks finished and cut at points of the grid. */
    private static TypeBelief counted(double[] finished, double[] cut) {
        return new TypeBelief(1, 1, 1, Bins.of(finished), Bins.of(cut), 0, NOW);
    }

    private static double[] at(int point, double amount) {
        double[] amounts = new double[Runtimes.POINTS];
        amounts[point] = amount;
        return amounts;
    }

    @Test
    void run_times_are_averaged_as_they_were_and_as_they_would_be_on_an_average_node() {
        TypeBelief belief =
                TypeBelief.unknown(NOW).ran(100, 2, NOW).ran(200, 0.5, NOW).ran(300, 1, NOW);

        assertThat(belief.meanRuntime()).isEqualTo(168.75);
        assertThat(belief.meanWork()).isEqualTo(0.25 * 300 + 0.75 * (0.25 * 100 + 0.75 * 200));
        assertThat(belief.done()).isEqualTo(3);
    }

    @Test
    void a_type_of_which_none_was_done_is_not_known_even_if_some_were_cut() {
        TypeBelief belief = TypeBelief.unknown(NOW).cutAfter(10, 1, NOW);

        assertThat(belief.isKnown()).isFalse();
        assertThat(belief.meanRuntime()).isZero();
        assertThat(belief.cut().total()).isCloseTo(1, within(1e-12));
    }

    @Test
    void a_run_time_between_two_points_is_shared_by_them() {
        double[] amounts = new double[Runtimes.POINTS];
        double between = Math.sqrt(Runtimes.at(9) * Runtimes.at(10));

        Runtimes.add(amounts, between, 1);

        assertThat(amounts[9]).isCloseTo(0.5, within(1e-9));
        assertThat(amounts[10]).isCloseTo(0.5, within(1e-9));
        assertThat(Runtimes.at(0)).isEqualTo(1.0 / 60);
        assertThat(Runtimes.at(3)).isCloseTo(2.0 / 60, within(1e-12));
        assertThat(Runtimes.position(1e12)).isEqualTo(Runtimes.POINTS - 1);
    }

    /** Four tasks: one done at point 0, one cut at 1, two done at 3. Of those at risk a quarter, then all are done. */
    @Test
    void what_was_cut_counts_as_at_risk_until_then() {
        double[] finished = at(0, 1);
        finished[3] = 2;

        WorkSpread spread = WorkSpread.of(counted(finished, at(1, 1)));

        assertThat(spread.share(0)).isEqualTo(0.25);
        assertThat(spread.share(1)).isZero();
        assertThat(spread.share(3)).isEqualTo(0.75);
        assertThat(spread.mean()).isCloseTo((0.25 + 0.75 * 2) / 60, within(1e-12));
        assertThat(spread.quantile(0.1)).isEqualTo(Runtimes.at(0));
        assertThat(spread.quantile(0.25)).isEqualTo(Runtimes.at(0));
        assertThat(spread.quantile(0.9)).isEqualTo(Runtimes.at(3));
    }

    @Test
    void what_was_cut_last_is_taken_to_run_an_octave_longer() {
        WorkSpread spread = WorkSpread.of(counted(at(0, 1), at(6, 1)));

        assertThat(spread.share(0)).isEqualTo(0.5);
        assertThat(spread.share(9)).isEqualTo(0.5);
    }

    @Test
    void the_shares_always_add_up_to_one() {
        TypeBelief belief = TypeBelief.unknown(NOW);
        for (int i = 1; i < 2000; i++) {
            belief = i % 3 == 0 ? belief.cutAfter(i % 97, 1.3, NOW) : belief.ran(i % 53 / 7.0, 0.7, NOW);
        }
        WorkSpread spread = WorkSpread.of(belief);
        double[] ones = new double[Runtimes.POINTS];
        Arrays.fill(ones, 1);

        assertThat(spread.average(ones)).isCloseTo(1, within(1e-9));
        assertThat(belief.finished().total()).isLessThan(1000);
    }

    @Test
    void a_node_may_report_any_duration() {
        assertThat(Minutes.of(Duration.ofMillis(90_500))).isEqualTo(90_500 / 60_000.0);
        assertThat(Minutes.of(Duration.ofSeconds(Long.MAX_VALUE))).isGreaterThan(1e17);
    }
}
