package org.gleaner.core.ahead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Map;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.junit.jupiter.api.Test;

/** No attempt takes longer than its job allows ({@code --time}), and what happens then follows the job's rule. */
final class LimitsAheadTest {
    private static final int MACHINES = 4;

    private ToyPool pool = new ToyPool();

    private static JobSpec limited(String type, int tasks, Duration time, boolean retried) {
        JobSpec spec = ToyPool.spec(type, tasks);
        return spec.like(spec.array(), new JobLimits(time, 3, 20, 1_000, retried, 0, 20, null, null), spec.turn());
    }

    private Prospect look(int futures) {
        Prospect prospect = pool.prospect(pool.sketch());
        for (int i = 0; i < futures; i++) {
            prospect.look();
        }
        return prospect;
    }

    private double finish(Prospect prospect, JobId job) {
        return pool.minutes(prospect.of(job).orElseThrow().finish().p50());
    }

    /** Tasks of ten minutes: few of an array are in each lot, or many. */
    private void assertEndsAtLimit(int tasks, int futures) {
        pool = new ToyPool();
        pool.join(MACHINES, "8G");
        pool.done("sim", 40);
        JobId job = pool.submit(ToyPool.ADA, limited("sim", tasks, Duration.ofMinutes(5), false));

        Prospect prospect = look(futures);

        double all = 5.0 * tasks / MACHINES;
        assertThat(finish(prospect, job)).isCloseTo(all, within(0.05 * all + 1));
        assertThat(prospect.fails(job)).isTrue();
    }

    @Test
    void a_task_that_takes_longer_than_its_limit_ends_there_and_has_failed() {
        assertEndsAtLimit(40, 9);
        assertEndsAtLimit(20_000, 2);
    }

    @Test
    void one_that_is_tried_again_takes_as_long_each_time() {
        pool.join(MACHINES, "8G");
        pool.done("sim", 40);
        JobId job = pool.submit(ToyPool.ADA, limited("sim", 40, Duration.ofMinutes(5), true));

        Prospect prospect = look(9);

        assertThat(finish(prospect, job)).isCloseTo(3 * 5 * 10, within(10.0));
        assertThat(prospect.fails(job)).isTrue();
    }

    @Test
    void what_runs_already_is_over_at_its_limit() {
        pool.join(MACHINES, "8G");
        pool.done("sim", 40);
        JobId job = pool.submit(ToyPool.ADA, limited("sim", MACHINES, Duration.ofMinutes(6), false));
        pool.work();
        pool.pass(4);

        assertThat(finish(look(9), job)).isBetween(1.5, 2.1);
    }

    @Test
    void where_only_little_is_known_no_length_beyond_the_limit_is_made_up_and_nobody_is_told_of_failures() {
        pool.join(MACHINES, "8G");
        pool.done("sim", 2);
        JobId free = pool.submit(ToyPool.ADA, ToyPool.spec("sim", 400));
        double all = 400.0 * ToyPool.TASK / MACHINES;
        double without = finish(look(5), free);
        pool = new ToyPool();
        pool.join(MACHINES, "8G");
        pool.done("sim", 2);
        JobId job = pool.submit(ToyPool.ADA, limited("sim", 400, Duration.ofMinutes(13), false));

        Prospect prospect = look(5);

        assertThat(finish(prospect, job)).isLessThan(13.0 / 10 * all).isLessThan(without);
        assertThat(prospect.fails(job)).isFalse();
    }

    @Test
    void it_holds_for_what_is_usual_in_the_pool_too_if_the_type_never_ran() {
        pool.join(MACHINES, "8G");
        pool.done("other", 40);
        JobId job = pool.submit(ToyPool.ADA, limited("new", 1, Duration.ofMinutes(5), true));

        Prospect prospect = look(9);

        assertThat(finish(prospect, job)).isBetween(4.0, 5.1);
        assertThat(prospect.fails(job)).as("nothing is known of the type").isFalse();
    }

    @Test
    void a_formula_heeds_it_too() {
        pool = new ToyPool(Map.of("estimator", "isolated"));
        pool.join(MACHINES, "8G");
        pool.done("sim", 40);
        JobId one = pool.submit(ToyPool.ADA, limited("sim", 40, Duration.ofMinutes(5), false));
        JobId many = pool.submit(ToyPool.ADA, limited("sim", 4_000, Duration.ofMinutes(5), false));

        Prospect prospect = look(1);

        assertThat(finish(prospect, one)).isCloseTo(50, within(3.0));
        assertThat(finish(prospect, many)).isCloseTo(50 + 5_000, within(60.0));
    }
}
