package org.gleaner.core.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.List;
import java.util.SplittableRandom;
import org.gleaner.core.id.NodeId;
import org.junit.jupiter.api.Test;

class EstimatorTest {
    private static final int ROUNDS = 2_000;

    /** Half done, on one core that it shares with somebody's program that uses 0.4 of it. */
    private static final JobProgress HALF_DONE = new JobProgress(100, 80, 70, 40);

    private static final Crowding SHARED = new LoadedNode(new NodeId(1), 1, 1, 1, 0.4).with(1, 0.8);

    private final SplittableRandom random = new SplittableRandom(11);

    private JobProgress anyJob() {
        double runTotal = random.nextDouble(0.1, 1000);
        double cpuTotal = runTotal * random.nextDouble(0.01, 4);
        double done = random.nextDouble(0.01, 0.9);
        return new JobProgress(runTotal, cpuTotal, runTotal * done * random.nextDouble(1, 5), cpuTotal * done);
    }

    private Crowding anyCrowding() {
        return new Crowding(random.nextDouble(6), random.nextDouble(6));
    }

    @Test
    void each_formula_gives_what_the_example_of_the_paper_says() {
        assertThat(Estimator.ISOLATED.remaining(HALF_DONE, SHARED)).isCloseTo(50, within(1e-9));
        assertThat(Estimator.PROPORTIONAL.remaining(HALF_DONE, SHARED)).isCloseTo(70, within(1e-9));
        assertThat(Estimator.TASKS.remaining(HALF_DONE, SHARED)).isCloseTo(100, within(1e-9));
        assertThat(Estimator.CPU.remaining(HALF_DONE, SHARED)).isCloseTo(60, within(1e-9));
        assertThat(SHARED.feasible(HALF_DONE.cpuShare())).isCloseTo(2.0 / 3, within(1e-9));
    }

    @Test
    void the_cpu_time_used_meanwhile_is_what_the_example_of_the_paper_says() {
        JobProgress byTasks = Estimator.TASKS.after(HALF_DONE, SHARED, 30);
        JobProgress byCpu = Estimator.CPU.after(HALF_DONE, SHARED, 30);

        assertThat(byTasks.cpuUsed() - HALF_DONE.cpuUsed()).isCloseTo(12, within(1e-9));
        assertThat(byCpu.cpuUsed() - HALF_DONE.cpuUsed()).isCloseTo(20, within(1e-9));
        assertThat(byCpu.ran()).isEqualTo(100);
    }

    @Test
    void each_formula_for_the_time_left_goes_with_each_for_the_cpu_time_used() {
        JobProgress byTasks = Estimator.PROPORTIONAL_TASKS.after(HALF_DONE, SHARED, 30);
        JobProgress byCpu = Estimator.PROPORTIONAL_CPU.after(HALF_DONE, SHARED, 30);

        assertThat(byTasks.cpuUsed()).isCloseTo(52, within(1e-9));
        assertThat(byCpu.cpuUsed()).isCloseTo(60, within(1e-9));
        assertThat(Estimator.PROPORTIONAL_TASKS.remaining(HALF_DONE, SHARED)).isCloseTo(70, within(1e-9));
        assertThat(Estimator.PROPORTIONAL_CPU.remaining(byCpu, SHARED)).isCloseTo(100 * 20 / 60.0, within(1e-9));
        assertThat(Estimator.TASKS_CPU.remaining(HALF_DONE, SHARED)).isCloseTo(100, within(1e-9));
        assertThat(Estimator.TASKS_CPU.after(HALF_DONE, SHARED, 30))
                .isEqualTo(Estimator.CPU.after(HALF_DONE, SHARED, 30));
        assertThat(Estimator.CPU_TASKS.remaining(HALF_DONE, SHARED)).isCloseTo(60, within(1e-9));
        assertThat(Estimator.CPU_TASKS.after(HALF_DONE, SHARED, 30))
                .isEqualTo(Estimator.TASKS.after(HALF_DONE, SHARED, 30));
        assertThat(Estimator.named("cpu-tasks")).contains(Estimator.CPU_TASKS);
    }

    @Test
    void with_more_cores_the_same_neighbours_slow_nobody_down() {
        Crowding roomy = new LoadedNode(new NodeId(1), 4, 4, 1, 0.4).with(1, 0.8);

        assertThat(Estimator.TASKS.remaining(HALF_DONE, roomy)).isCloseTo(50, within(1e-9));
        assertThat(Estimator.CPU.remaining(HALF_DONE, roomy)).isCloseTo(50, within(1e-9));
    }

    @Test
    void the_most_crowded_of_its_nodes_counts_for_a_job_on_several() {
        Crowding empty = new LoadedNode(new NodeId(2), 1, 1, 0, 0).with(1, 0.8);

        assertThat(Estimator.TASKS.remaining(HALF_DONE, empty.most(SHARED))).isCloseTo(100, within(1e-9));
        assertThat(Estimator.CPU.remaining(HALF_DONE, SHARED.most(empty))).isCloseTo(60, within(1e-9));
    }

    @Test
    void a_job_that_has_used_no_cpu_time_is_expected_to_go_on_as_if_alone() {
        JobProgress begun = new JobProgress(100, 80, 5, 0);

        assertThat(Estimator.PROPORTIONAL.remaining(begun, SHARED)).isCloseTo(100, within(1e-9));
        assertThat(Estimator.PROPORTIONAL.remaining(JobProgress.fresh(100, 80), SHARED))
                .isCloseTo(100, within(1e-9));
    }

    @Test
    void a_job_that_needs_no_cpu_time_takes_its_time_however_crowded_it_is() {
        JobProgress pause = new JobProgress(100, 0, 30, 0);

        for (Estimator estimator : Estimator.values()) {
            assertThat(estimator.remaining(pause, SHARED)).isEqualTo(70);
            assertThat(estimator.remaining(estimator.after(pause, SHARED, 20), SHARED))
                    .isEqualTo(50);
        }
    }

    @Test
    void a_job_that_has_used_more_than_was_thought_is_about_to_end() {
        for (Estimator estimator : Estimator.values()) {
            assertThat(estimator.remaining(new JobProgress(100, 80, 200, 90), SHARED))
                    .isZero();
        }
    }

    @Test
    void after_any_time_that_much_less_is_left_if_one_formula_says_both() {
        for (int round = 0; round < ROUNDS; round++) {
            JobProgress job = anyJob();
            Crowding most = anyCrowding();
            for (Estimator estimator :
                    List.of(Estimator.ISOLATED, Estimator.PROPORTIONAL, Estimator.TASKS, Estimator.CPU)) {
                double left = estimator.remaining(job, most);
                double span = left * random.nextDouble();

                double then = estimator.remaining(estimator.after(job, most, span), most);

                assertThat(then).isCloseTo(left - span, within(1e-6 * (1 + left)));
            }
        }
    }

    @Test
    void more_neighbours_never_make_a_job_faster_and_nothing_is_faster_than_alone() {
        for (int round = 0; round < ROUNDS; round++) {
            JobProgress job = anyJob();
            Crowding some = anyCrowding();
            Crowding more = new Crowding(some.tasks() + random.nextDouble(3), some.cpu() + random.nextDouble(3));
            double alone = Estimator.ISOLATED.remaining(job, some);

            for (Estimator estimator : new Estimator[] {Estimator.TASKS, Estimator.CPU}) {
                assertThat(estimator.remaining(job, some)).isGreaterThanOrEqualTo(alone * (1 - 1e-9));
                assertThat(estimator.remaining(job, more))
                        .isGreaterThanOrEqualTo(estimator.remaining(job, some) * (1 - 1e-9));
            }
            assertThat(Estimator.TASKS.remaining(job, new Crowding(1, 1))).isCloseTo(alone, withinPercentage(1e-6));
            assertThat(Estimator.CPU.remaining(job, new Crowding(1, 1))).isCloseTo(alone, withinPercentage(1e-6));
        }
    }

    @Test
    void figures_that_are_no_times_are_refused() {
        assertThatThrownBy(() -> new JobProgress(-1, 0, 0, 0)).hasMessageContaining("runTotal");
        assertThatThrownBy(() -> new JobProgress(1, Double.NaN, 0, 0)).hasMessageContaining("cpuTotal");
        assertThatThrownBy(() -> new JobProgress(0, 1, 0, 0)).hasMessageContaining("needs time");
        assertThatThrownBy(() -> new LoadedNode(new NodeId(1), 0, 1, 0, 0)).hasMessageContaining("core");
        assertThatThrownBy(() -> new Crowding(-1, 0)).hasMessageContaining("-1");
    }
}
