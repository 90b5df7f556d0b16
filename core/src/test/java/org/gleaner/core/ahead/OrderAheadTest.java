package org.gleaner.core.ahead;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.gleaner.core.id.JobId;
import org.junit.jupiter.api.Test;

/**
 * Which jobs of one owner go first, as it is foreseen and as it comes, where their types are equally long: that is
 * decided by small differences of what is believed, which change with every task that is done.
 */
final class OrderAheadTest {
    private static final int JOBS = 400;
    private static final int TYPES = 10;

    /** Of the jobs that had not begun when somebody looked, the part that began within the range. */
    private static double begunInRange(Map<String, String> settings) {
        ToyPool pool = new ToyPool(settings);
        pool.join(8, "8G");
        List<JobId> jobs = new ArrayList<>();
        for (int i = 0; i < JOBS; i++) {
            jobs.add(pool.submit(ToyPool.ADA, ToyPool.spec("t" + i % TYPES, 1)));
        }
        for (int i = 0; i < 10; i++) {
            pool.round();
        }
        pool.work();
        pool.pass(ToyPool.TASK / 2);
        Prospect prospect = pool.prospect(pool.sketch());
        Instant asked = pool.now();
        for (int i = 0; i < 20; i++) {
            prospect.look();
        }
        pool.pass(ToyPool.TASK / 2);
        for (int i = 0; i < JOBS && pool.isOpen(); i++) {
            pool.round();
        }
        int within = 0;
        int all = 0;
        for (JobId job : jobs) {
            Instant began = Objects.requireNonNull(pool.started().get(job));
            if (began.isAfter(asked)) {
                Forecast.Span said =
                        Objects.requireNonNull(prospect.of(job).orElseThrow().start());
                all++;
                within += began.isBefore(said.p10()) || began.isAfter(said.p90()) ? 0 : 1;
            }
        }
        return (double) within / all;
    }

    @Test
    void where_what_is_done_soonest_goes_first_the_range_says_how_open_it_is_which_type_that_will_be() {
        assertThat(begunInRange(Map.of("strategy", "survival", "objective", "flow")))
                .isGreaterThan(0.6);
    }

    @Test
    void where_ranks_decide_the_range_says_how_open_it_is_which_type_will_have_which_rank() {
        assertThat(begunInRange(Map.of("strategy", "quantile"))).isGreaterThan(0.6);
    }
}
