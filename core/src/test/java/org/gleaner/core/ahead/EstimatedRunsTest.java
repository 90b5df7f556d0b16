package org.gleaner.core.ahead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.data.Offset;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Forecasts by the formulas: everything but the machines is certain, so everybody can tell when what is through. */
final class EstimatedRunsTest {
    /** A machine takes so many rounds for a task: 100 minutes. */
    private static final int LONG = 10;

    /** The grid's clock goes on by seconds when somebody looks. */
    private static final Offset<Double> SECONDS = within(1.0);

    private static ToyPool pool(String estimator) {
        return new ToyPool(Map.of("estimator", estimator));
    }

    private static Prospect look(ToyPool pool, int futures) {
        Prospect prospect = pool.prospect(pool.sketch());
        for (int i = 0; i < futures; i++) {
            prospect.look();
        }
        return prospect;
    }

    private static double ends(ToyPool pool, JobId job) {
        return pool.minutes(look(pool, 1).of(job).orElseThrow().finish().p50());
    }

    /** One task of a type was done. */
    private static void learn(ToyPool pool, String type) {
        JobId job = pool.submit(ToyPool.ADA, ToyPool.spec(type, 1));
        for (int round = 0; round < 100 && pool.isOpen(job); round++) {
            pool.round();
        }
        assertThat(pool.isOpen(job)).isFalse();
    }

    /**
     * A task that takes 100 minutes and 80 minutes of CPU time has run for 70 and used 40, on one core that it shares
     * with somebody's program that uses 0.4 of it.
     */
    private static JobId halfDone(ToyPool pool) {
        NodeId node = pool.join(1, "8G", LONG, List.of());
        pool.letUse(0.8);
        learn(pool, "sim");
        JobId job = pool.submit(ToyPool.ADA, ToyPool.spec("sim", 1));
        pool.work();
        pool.pass(70);
        pool.says(node, 0.4, Duration.ofMinutes(40));
        return job;
    }

    @ParameterizedTest
    @CsvSource({
        "isolated, 50",
        "proportional, 70",
        "tasks, 100",
        "cpu, 60",
        "proportional-cpu, 70",
        "tasks-cpu, 100",
        "cpu-tasks, 60"
    })
    void what_is_left_of_a_task_is_what_the_example_of_the_paper_says(String estimator, double left) {
        ToyPool pool = pool(estimator);
        JobId job = halfDone(pool);

        assertThat(ends(pool, job)).isCloseTo(left, SECONDS);
    }

    @Test
    void by_default_no_formula_is_used() {
        ToyPool pool = new ToyPool();
        JobId job = halfDone(pool);

        Forecast.Span finish = look(pool, 5).of(job).orElseThrow().finish();

        assertThat(finish.p10()).isBefore(finish.p50());
        assertThat(finish.p90()).isAfter(finish.p50());
    }

    @Test
    void a_task_that_waits_starts_when_the_one_before_it_is_through() {
        ToyPool pool = pool("isolated");
        JobId first = halfDone(pool);
        JobId second = pool.submit(ToyPool.ADA, ToyPool.spec("sim", 1));

        Prospect prospect = look(pool, 1);

        Forecast of = prospect.of(second).orElseThrow();
        assertThat(prospect.of(first)).isPresent();
        assertThat(pool.minutes(Objects.requireNonNull(of.start()).p50())).isCloseTo(50, SECONDS);
        assertThat(pool.minutes(of.finish().p50())).isCloseTo(150, SECONDS);
    }

    @Test
    void a_formula_has_no_spread() {
        ToyPool pool = pool("cpu");
        JobId job = halfDone(pool);

        Forecast.Span finish = look(pool, 5).of(job).orElseThrow().finish();

        assertThat(finish.p10()).isEqualTo(finish.p50());
        assertThat(finish.p90()).isEqualTo(finish.p50());
    }

    @Test
    void tasks_slow_each_other_down_only_while_they_are_there() {
        ToyPool pool = pool("cpu");
        NodeId node = pool.join(2, "8G", 1, List.of());
        learn(pool, "sim");
        pool.says(node, 0.5, Duration.ZERO);
        JobId job = pool.submit(ToyPool.ADA, ToyPool.spec("sim", 3));

        // Two at once share two cores with somebody who uses one: 15 minutes. The third one has a core of its own: 10.
        assertThat(ends(pool, job)).isCloseTo(25, SECONDS);
    }

    @Test
    void one_of_which_nobody_knows_what_it_has_used_is_as_far_as_it_should_be() {
        ToyPool pool = pool("isolated");
        pool.join(1, "8G", LONG, List.of());
        learn(pool, "sim");
        JobId job = pool.submit(ToyPool.ADA, ToyPool.spec("sim", 1));
        pool.work();
        pool.pass(70);

        assertThat(ends(pool, job)).isCloseTo(30, SECONDS);
    }

    @Test
    void many_tasks_that_one_stands_for_take_as_long_as_all_of_them() {
        ToyPool pool = pool("tasks");
        pool.join(4, "8G");
        pool.done("sim", 40);
        JobId job = pool.submit(ToyPool.ADA, ToyPool.spec("sim", 40_000));

        double all = 40_000.0 * ToyPool.TASK / 4;
        assertThat(ends(pool, job)).isBetween(0.97 * all, 1.04 * all);
    }

    @Test
    void a_type_of_which_nothing_is_known_is_no_obstacle() {
        ToyPool pool = pool("cpu");
        pool.join(1, "8G");
        pool.done("sim", 10);
        JobId job = pool.submit(ToyPool.ADA, ToyPool.spec("new", 1));

        assertThat(look(pool, 1).of(job)).isPresent();
    }
}
