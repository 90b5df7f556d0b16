package org.gleaner.core.ahead;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.id.JobId;
import org.gleaner.core.image.SketchedJob;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.junit.jupiter.api.Test;

/** Whatever machines claim and people submit, a look ahead comes to its end. */
final class BoundsAheadTest {
    private final ToyPool pool = new ToyPool();

    @Test
    void of_more_slots_than_can_be_looked_at_only_as_many_starts_are_made_as_can() {
        pool.join(1, "8G");
        pool.submit(ToyPool.ADA, ToyPool.spec("a", 1_000_000));

        int lots = new Thinning(pool.sketch(), Thinning.most(1_000_000))
                .parts().stream().mapToInt(Part::lots).sum();

        assertThat(lots).isPositive().isLessThanOrEqualTo(Thinning.MOST_STARTS);
    }

    /** No other job stands for such a one. */
    private static JobSpec narrow() {
        JobSpec listed = ToyPool.spec("a", 2);
        JobLimits own = new JobLimits(null, 3, 20, 0, false, 1, 1, null, null);
        return listed.like(listed.array(), own, listed.turn());
    }

    private List<JobId> moreThanCanBeSeen() {
        List<JobId> adas = new ArrayList<>();
        for (int job = 0; job <= Thinning.MOST_PARTS; job++) {
            adas.add(pool.submit(ToyPool.ADA, narrow()));
        }
        return adas;
    }

    @Test
    void of_a_job_that_is_left_out_nothing_is_said_with_a_change_or_without_and_no_remedy_is_found() {
        List<JobId> adas = moreThanCanBeSeen();
        JobId last = adas.get(adas.size() - 1);
        Sketch sketch = pool.sketch().copy();
        Prospect now = pool.prospect(sketch);
        // With another limit it is like others that are seen, which does not help it by itself.
        SketchedJob open = Objects.requireNonNull(sketch.jobs().get(last));
        Contrast contrast = new Contrast(now, now.with(Variation.NONE.with(last, ToyPool.spec("a", 2))));
        contrast.look();

        assertThat(now.leftOut()).containsExactly(last);
        assertThat(now.of(last)).isEmpty();
        assertThat(now.of(adas.get(0))).isPresent();
        assertThat(contrast.foresees(last)).isFalse();
        assertThat(contrast.foresees(adas.get(0))).isTrue();
        assertThat(contrast.counted(List.of(last))).isEmpty();
        assertThat(new Remedies(sketch, pool.prospect(sketch)).cheapest(open, true, 1, () -> false))
                .isEmpty();
    }

    @Test
    void of_very_many_jobs_that_all_differ_the_oldest_of_each_owner_are_looked_at() {
        pool.join(1, "8G");
        List<JobId> adas = moreThanCanBeSeen();
        JobId bens = pool.submit(ToyPool.BEN, narrow());

        List<JobId> seen = new Thinning(pool.sketch(), Thinning.FEWEST_STARTS)
                .parts().stream().map(Part::id).toList();

        assertThat(seen)
                .hasSize(Thinning.MOST_PARTS)
                .contains(bens, adas.get(0))
                .doesNotContain(adas.get(adas.size() - 1), adas.get(adas.size() - 2));
    }

    @Test
    void a_future_is_given_up_if_machines_keep_telling_what_they_hold() {
        pool.join(1, "8G");
        pool.submit(ToyPool.ADA, ToyPool.spec("a", 10));
        Outset outset = new Outset(pool.sketch(), pool.now(), Duration.ofMinutes(1), Map.of(), null);
        Future future = new Future(outset, 1, SharedLuck.OWN, SplittableRandom::new);

        assertThat(future.isOver(0)).isFalse();
        for (int call = 0; call < 10_000; call++) {
            future.called(1_024);
        }
        assertThat(future.isOver(0)).isTrue();
    }

    /** As often as makes it a habit. */
    private static JobId submittedAgainAndAgain(ToyPool pool, JobSpec spec) {
        pool.join(2, "8G");
        pool.done("a", 10);
        for (int i = 0; i < 10; i++) {
            pool.submit(ToyPool.BEN, spec);
            pool.submit(ToyPool.ADA, ToyPool.spec("a", 1));
            pool.round();
            pool.sketch();
        }
        return pool.submit(ToyPool.ADA, ToyPool.spec("a", 20));
    }

    private static void assertForeseen(ToyPool pool, JobId job) {
        Prospect prospect = pool.prospect(pool.sketch());
        prospect.look();
        assertThat(prospect.of(job).orElseThrow().finish()).isNotNull();
    }

    @Test
    void jobs_that_come_again_and_again_without_tasks_end_no_look() {
        JobSpec listed = ToyPool.spec("b", 1);
        JobSpec growing = new JobSpec(
                listed.name(),
                listed.type(),
                listed.command(),
                new ArrayShape.Listed(0, List.of(), true),
                List.of(),
                List.of(),
                listed.needs(),
                listed.limits());

        assertForeseen(pool, submittedAgainAndAgain(pool, growing));
    }

    @Test
    void a_small_limit_of_arrays_ends_no_look_at_jobs_that_came_before_it() {
        JobId job = submittedAgainAndAgain(pool, ToyPool.spec("b", 40));
        pool.ask(new Command.ChangeSetting(ToyPool.ADA, "array-limit", "10"), Reply.class);

        assertForeseen(pool, job);
    }
}
