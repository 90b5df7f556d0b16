package org.gleaner.core.ahead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Map;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.junit.jupiter.api.Test;

/** What an owner says of the tasks of a job ({@code --expect}) is said of that job alone. */
final class ExpectationAheadTest {
    private static JobSpec expecting(Duration each, int tasks) {
        JobSpec spec = ToyPool.spec("new", tasks);
        return spec.like(spec.array(), new JobLimits(null, 3, 20, 1_000, false, 0, 1, each, null), spec.turn());
    }

    private static double finish(ToyPool pool, JobId job) {
        Prospect prospect = pool.prospect(pool.sketch());
        for (int i = 0; i < 9; i++) {
            prospect.look();
        }
        return pool.minutes(prospect.of(job).orElseThrow().finish().p50());
    }

    private static void assertOwnCounts(ToyPool pool, int tasks) {
        pool.join(4, "8G");
        JobId job = pool.submit(ToyPool.ADA, expecting(Duration.ofMinutes(30), tasks));
        double alone = finish(pool, job);

        JobId other = pool.submit(ToyPool.ADA, expecting(Duration.ofSeconds(10), 1));

        assertThat(finish(pool, job)).isCloseTo(alone, within(0.1 * alone));
        assertThat(finish(pool, other)).as("after the other one").isLessThan(1.2 * alone);
    }

    @Test
    void another_job_of_the_type_does_not_change_what_is_expected_of_one() {
        assertOwnCounts(new ToyPool(), 32);
        assertOwnCounts(new ToyPool(), 20_000);
    }

    @Test
    void a_formula_asks_the_owner_of_the_job_too() {
        assertOwnCounts(new ToyPool(Map.of("estimator", "isolated")), 32);
    }

    @Test
    void when_one_was_done_that_counts_for_all() {
        ToyPool pool = new ToyPool();
        pool.join(4, "8G");
        pool.done("new", 40);

        JobId job = pool.submit(ToyPool.ADA, expecting(Duration.ofHours(10), 32));

        assertThat(finish(pool, job)).isCloseTo(80, within(20.0));
    }
}
