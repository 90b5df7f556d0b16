package org.gleaner.core.observer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WorkSpreadTest {
    private static final Bins NONE = Bins.empty(RunLengths.POINTS);

    private static double[] at(int point, double amount) {
        double[] amounts = new double[RunLengths.POINTS];
        amounts[point] = amount;
        return amounts;
    }

    @Test
    void a_task_that_still_runs_says_that_it_is_longer_than_so_far() {
        double[] finished = at(0, 1);
        finished[3] = 2;

        WorkSpread spread = WorkSpread.of(Bins.of(finished), Bins.of(at(1, 1)), WorkSpread.mixed(at(60, 1)));

        // At risk: 4.5 before point 0, 2.5 before point 3, 0.5 before point 60.
        assertThat(spread.share(0)).isCloseTo(1 / 4.5, within(1e-12));
        assertThat(spread.share(1)).isZero();
        assertThat(spread.share(3)).isCloseTo((1 - 1 / 4.5) * 2 / 2.5, within(1e-12));
        assertThat(spread.share(60)).isCloseTo((1 - 1 / 4.5) * 0.2, within(1e-12));
        assertThat(spread.quantile(0.1)).isEqualTo(RunLengths.at(0));
        assertThat(spread.quantile(0.5)).isBetween(RunLengths.at(2), RunLengths.at(4));
    }

    @Test
    void the_mean_of_tasks_that_all_take_as_long_lies_between_their_quantiles() {
        for (double seconds = 2; seconds < 100_000; seconds *= 1.01) {
            double[] amounts = new double[RunLengths.POINTS];
            RunLengths.add(amounts, seconds / 60, 1);

            WorkSpread spread = WorkSpread.mixed(amounts);

            assertThat(spread.mean()).isBetween(spread.quantile(0.1), spread.quantile(0.9));
            assertThat(spread.quantile(0.1)).isCloseTo(seconds / 60, withinPercentage(20));
        }
    }

    @Test
    void a_type_of_which_nothing_is_known_is_as_usual_in_the_pool() {
        WorkSpread usual = WorkSpread.usual(Bins.of(at(30, 40)));

        WorkSpread spread = WorkSpread.of(NONE, NONE, usual);

        assertThat(spread.mean()).isCloseTo(usual.mean(), within(1e-9));
        assertThat(spread.share(30)).isGreaterThan(0.99);
    }

    @Test
    void the_shares_always_add_up_to_one() {
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 100; i++) {
            double[] finished = new double[RunLengths.POINTS];
            double[] open = new double[RunLengths.POINTS];
            for (int sample = 0; sample < i; sample++) {
                finished[random.nextInt(RunLengths.POINTS)]++;
                open[random.nextInt(RunLengths.POINTS)] += random.nextInt(3);
            }
            WorkSpread spread = WorkSpread.of(Bins.of(finished), Bins.of(open), WorkSpread.UNKNOWN);

            assertThat(total(spread)).isCloseTo(1, within(1e-9));
            assertThat(total(spread.beyond(random.nextDouble(1e5)))).isCloseTo(1, within(1e-9));
        }
    }

    @Test
    void what_has_run_for_long_takes_longer_than_that() {
        double[] finished = at(10, 1);
        finished[40] = 1;
        WorkSpread spread = WorkSpread.mixed(finished);

        assertThat(spread.beyond(RunLengths.at(20)).mean()).isCloseTo(RunLengths.at(40), within(1e-9));
        assertThat(spread.beyond(RunLengths.at(50)).mean()).isGreaterThan(RunLengths.at(50));
    }

    @Test
    void equal_parts_have_the_mean_of_the_whole() {
        double[] finished = at(10, 3);
        finished[20] = 2;
        finished[44] = 2;
        WorkSpread spread = WorkSpread.mixed(finished);

        double[] parts = spread.quantiles(6);

        assertThat(Arrays.stream(parts).average().orElseThrow()).isCloseTo(spread.mean(), within(1e-9));
        assertThat(parts).isSorted();
    }

    private static double total(WorkSpread spread) {
        return IntStream.range(0, RunLengths.POINTS).mapToDouble(spread::share).sum();
    }

    @Test
    void what_has_run_for_a_while_ends_later_than_now() {
        WorkSpread spread = WorkSpread.of(Bins.ofTask(60), Bins.empty(RunLengths.POINTS), WorkSpread.UNKNOWN);

        for (double ran : new double[] {1, 30, 55, 60, 70, 5_000, 100_000}) {
            double before = ran;
            for (double part = 0.05; part < 1; part += 0.1) {
                double length = spread.quantileBeyond(ran, part);
                assertThat(length).isGreaterThan(ran).isGreaterThanOrEqualTo(before);
                before = length;
            }
        }
    }
}
