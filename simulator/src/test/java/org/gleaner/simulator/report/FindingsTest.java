package org.gleaner.simulator.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.gleaner.simulator.experiment.Combination;
import org.gleaner.simulator.experiment.RunResult;
import org.gleaner.simulator.experiment.RunResult.TypeResult;
import org.junit.jupiter.api.Test;

final class FindingsTest {
    private static final Offset<Double> CLOSE = within(1e-4);
    private static final Combination SLOW = new Combination("balanced", "off");
    private static final Combination FAST = new Combination("uptime", "plain");

    @Test
    void quantiles_of_t_are_those_of_the_tables() {
        assertThat(StudentT.quantile975(1)).isEqualTo(12.7062);
        assertThat(StudentT.quantile975(4)).isEqualTo(2.7764);
        assertThat(StudentT.quantile975(19)).isEqualTo(2.0930);
        assertThat(StudentT.quantile975(31)).isEqualTo(2.0395, CLOSE);
        assertThat(StudentT.quantile975(40)).isEqualTo(2.0211, CLOSE);
        assertThat(StudentT.quantile975(120)).isEqualTo(1.9799, CLOSE);
        assertThat(StudentT.quantile975(1_000_000)).isEqualTo(1.95997, CLOSE);
        assertThatThrownBy(() -> StudentT.quantile975(0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_sample_knows_mean_deviation_and_interval() {
        Sample sample = Sample.of(new double[] {2, 4, 4, 4, 5, 5, 7, 9});

        assertThat(sample.mean()).isEqualTo(5);
        assertThat(sample.sd()).isEqualTo(2.13809, CLOSE);
        assertThat(sample.halfWidth()).isEqualTo(2.3646 * 2.13809 / Math.sqrt(8), CLOSE);
        assertThat(Sample.of(new double[] {3}).sd()).isZero();
        assertThat(Sample.of(new double[] {3}).halfWidth()).isInfinite();
    }

    @Test
    void each_run_is_measured_by_its_own_trial() {
        Summary summary = findings().summaries().get(0);

        assertThat(summary.mean(Measure.MAKESPAN)).isEqualTo(300);
        assertThat(summary.sample(Measure.MAKESPAN).sd()).isEqualTo(100);
        // 200/100, 300/200, 400/250, not 300 over the mean of the bounds.
        assertThat(summary.mean(Measure.TO_CAPACITY)).isEqualTo(1.7, CLOSE);
        assertThat(summary.mean(Measure.TO_CLAIRVOYANT))
                .isEqualTo((200.0 / 160 + 300.0 / 240 + 400.0 / 320) / 3, CLOSE);
        assertThat(summary.mean(Measure.TO_90)).isEqualTo(150);
        assertThat(summary.mean(Measure.TO_99)).isEqualTo(240);
    }

    @Test
    void work_is_told_in_parts_of_all_that_was_done() {
        Summary summary = findings().summaries().get(0);

        // 60 useful, 30 lost, 10 in copies, 120 up.
        assertThat(summary.mean(Measure.LOST)).isEqualTo(0.3, CLOSE);
        assertThat(summary.mean(Measure.COPIES)).isEqualTo(0.1, CLOSE);
        assertThat(summary.mean(Measure.WASTED)).isEqualTo(0.4, CLOSE);
        assertThat(summary.mean(Measure.EFFICIENCY)).isEqualTo(0.5, CLOSE);
    }

    @Test
    void the_index_of_jain_is_one_if_all_types_are_served_alike_and_falls_with_their_number() {
        assertThat(Measure.jain(List.of(type("a", 40), type("b", 40)))).isEqualTo(1, CLOSE);
        // x = 1/10 and 1/30: (4/30)² ÷ (2 · 10/900) = 0.8
        assertThat(Measure.jain(List.of(type("a", 10), type("b", 30)))).isEqualTo(0.8, CLOSE);
        assertThat(Measure.jain(List.of(type("a", 10), type("b", 0), type("c", 0), type("d", 0))))
                .isEqualTo(0.25, CLOSE);
        assertThat(Measure.jain(List.of())).isEqualTo(1);
    }

    @Test
    void combinations_are_compared_seed_by_seed() {
        Pair pair = findings().pairs().get(0);

        assertThat(pair.combination()).isEqualTo(FAST);
        assertThat(pair.to()).isEqualTo(SLOW);
        // Ratios 0.5, 0.8, 0.6: logarithms −0.6931, −0.2231, −0.5108, mean −0.47570, deviation 0.23695, t = 4.3027.
        assertThat(pair.makespan().ratio()).isEqualTo(0.62145, CLOSE);
        assertThat(pair.makespan().low()).isEqualTo(0.34498, within(1e-3));
        assertThat(pair.makespan().high()).isEqualTo(1.11950, within(2e-3));
        assertThat(pair.makespan().isBelowOne()).isFalse();
        assertThat(pair.flow().ratio()).isEqualTo(1);
        assertThat(pair.flow().low()).isEqualTo(1);
    }

    @Test
    void one_seed_gives_a_ratio_without_an_interval() {
        Findings one = new Findings(
                "one",
                TimeScale.STEPS,
                List.of(new Yardstick(1, 100, 160)),
                runs(List.of(run(SLOW, 1, 200)), List.of(run(FAST, 1, 100))));

        PairedRatio ratio = one.pairs().get(0).makespan();

        assertThat(ratio.ratio()).isEqualTo(0.5, CLOSE);
        assertThat(ratio.hasInterval()).isFalse();
        assertThat(ratio.isBelowOne()).isFalse();
    }

    @Test
    void runs_that_did_not_end_are_counted_with_what_was_left() {
        Findings given = new Findings(
                "x",
                TimeScale.STEPS,
                List.of(new Yardstick(1, 100, 160), new Yardstick(2, 100, 160)),
                Map.of(SLOW, List.of(run(SLOW, 1, 200), unfinished(run(SLOW, 2, 900), 7))));

        assertThat(given.summaries().get(0).unfinished()).isEqualTo(1);
        assertThat(given.summaries().get(0).unfinishedTasks()).isEqualTo(7);
    }

    @Test
    void runs_of_other_seeds_are_refused() {
        assertThatThrownBy(() -> new Findings(
                        "x",
                        TimeScale.STEPS,
                        List.of(new Yardstick(1, 100, 160)),
                        Map.of(SLOW, List.of(run(SLOW, 2, 200)))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Findings("x", TimeScale.STEPS, List.of(), Map.of(SLOW, List.of())))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static Findings findings() {
        return new Findings(
                "x",
                TimeScale.STEPS,
                List.of(new Yardstick(1, 100, 160), new Yardstick(2, 200, 240), new Yardstick(3, 250, 320)),
                runs(
                        List.of(run(SLOW, 1, 200), run(SLOW, 2, 300), run(SLOW, 3, 400)),
                        List.of(run(FAST, 1, 100), run(FAST, 2, 240), run(FAST, 3, 240))));
    }

    private static Map<Combination, List<RunResult>> runs(List<RunResult> slow, List<RunResult> fast) {
        Map<Combination, List<RunResult>> runs = new LinkedHashMap<>();
        runs.put(SLOW, slow);
        runs.put(FAST, fast);
        return runs;
    }

    private static TypeResult type(String name, double meanFlow) {
        return new TypeResult(name, 10, 0, meanFlow, List.of());
    }

    private static RunResult run(Combination combination, long seed, long makespan) {
        return new RunResult(
                "x",
                seed,
                combination,
                makespan,
                0,
                makespan / 2,
                makespan * 4 / 5,
                60,
                30,
                10,
                120,
                new RunResult.Flow(50, 40, 90),
                12,
                List.of(),
                List.of(),
                List.of());
    }

    private static RunResult unfinished(RunResult run, long tasks) {
        return new RunResult(
                run.scenario(),
                run.seed(),
                run.combination(),
                run.makespan(),
                tasks,
                run.to90(),
                run.to99(),
                run.usefulTime(),
                run.lostTime(),
                run.copyTime(),
                run.upTime(),
                run.flow(),
                run.starts(),
                run.types(),
                run.owners(),
                run.strips());
    }
}
