package org.gleaner.core.ahead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.gleaner.core.grid.Served;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Turn;
import org.gleaner.core.step.GridState;
import org.junit.jupiter.api.Test;

/** Who has had less than her share so far is served first, and whoever looks ahead knows. */
final class SharesAheadTest {
    private static final Owner ADA = ToyPool.ADA.owner();

    /** In the middle of a round. */
    private static double foreseen(ToyPool pool, JobId job) {
        pool.work();
        pool.pass(ToyPool.TASK / 2);
        Prospect prospect = pool.prospect(pool.sketch());
        for (int i = 0; i < 5; i++) {
            prospect.look();
        }
        double said = pool.minutes(prospect.of(job).orElseThrow().finish().p50());
        pool.pass(ToyPool.TASK / 2);
        return said;
    }

    /** From the same time on. */
    private static double lasts(ToyPool pool, JobId job) {
        return pool.lasts(job) + ToyPool.TASK / 2.0;
    }

    /** Ben waits for a machine that is not there, and Ada has all the others for herself. */
    private static ToyPool whereAdaWorkedAlone() {
        ToyPool pool = new ToyPool();
        pool.join(4, "8G");
        pool.submit(ToyPool.ADA, ToyPool.spec("sim", 20));
        pool.submit(ToyPool.BEN, ToyPool.spec("sim", 20));
        for (int round = 0; round < 20 && pool.isOpen(); round++) {
            pool.round();
        }
        pool.submit(ToyPool.ADA, ToyPool.spec("sim", 400));
        pool.submit(ToyPool.BEN, ToyPool.needing("64G", ToyPool.spec("sim", 1)));
        for (int round = 0; round < 12; round++) {
            pool.round();
        }
        return pool;
    }

    private static JobSpec weighing(int weight, JobSpec spec) {
        return spec.withTurn(new Turn(0, weight, List.of(), null, false));
    }

    @Test
    void who_is_owed_time_is_foreseen_to_be_done_before_the_other() {
        ToyPool pool = whereAdaWorkedAlone();
        JobId owed = pool.submit(ToyPool.BEN, ToyPool.spec("sim", 16));

        double said = foreseen(pool, owed);

        assertThat(said).isCloseTo(lasts(pool, owed), within(12.0));
    }

    @Test
    void who_had_more_than_her_share_is_foreseen_to_wait_until_that_is_made_up_for() {
        ToyPool pool = whereAdaWorkedAlone();
        pool.submit(ToyPool.BEN, ToyPool.spec("sim", 40));
        Turn first = new Turn(5, 1, List.of(), null, false);
        JobId job = pool.submit(ToyPool.ADA, ToyPool.spec("sim", 4).withTurn(first));

        double said = foreseen(pool, job);

        assertThat(said).isCloseTo(lasts(pool, job), within(12.0));
    }

    @Test
    void a_type_of_unknown_length_has_no_more_than_its_part_only_until_one_of_its_tasks_is_done() {
        ToyPool pool = new ToyPool();
        pool.join(4, "8G");
        pool.done("sim", 40);
        pool.submit(ToyPool.ADA, ToyPool.spec("sim", 400));
        pool.submit(ToyPool.BEN, ToyPool.needing("64G", ToyPool.spec("sim", 1)));
        for (int round = 0; round < 12; round++) {
            pool.round();
        }
        JobId unknown = pool.submit(ToyPool.BEN, ToyPool.spec("new", 20));

        double said = foreseen(pool, unknown);

        assertThat(said).isCloseTo(lasts(pool, unknown), within(15.0));
    }

    @Test
    void a_look_begins_with_owners_types_and_jobs_as_they_stand() {
        ToyPool pool = new ToyPool(Map.of("weights", "ada=2,ada/left=3"));
        pool.join(4, "8G");
        pool.submit(ToyPool.ADA, ToyPool.spec("left", 100));
        pool.submit(ToyPool.ADA, weighing(5, ToyPool.spec("right", 100)));
        pool.submit(ToyPool.ADA, weighing(3, ToyPool.needing("64G", ToyPool.spec("right", 100))));
        pool.submit(ToyPool.BEN, ToyPool.spec("sim", 100));
        for (int round = 0; round < 12; round++) {
            pool.round();
        }
        Sketch sketch = pool.sketch();

        GridState begun = new Outset(sketch, pool.now(), Duration.ofMinutes(1), Map.of(), null).begin(Map.of());

        Sketch there = new Sketch();
        there.take(begun.imaging().next(0, pool.now()));
        assertThat(sketch.served().owners().of(ADA)).isNotZero();
        assertSame(there.served().owners(), sketch.served().owners());
        assertSame(of(there.served().types()), of(sketch.served().types()));
        Served.Jobs jobs = of(sketch.served().jobs());
        assertSame(of(there.served().jobs()).weighed(), jobs.weighed());
        assertThat(of(there.served().jobs()).others()).isCloseTo(jobs.others(), within(1e-6));
    }

    private static <V> V of(Map<Owner, V> all) {
        return Objects.requireNonNull(all.get(ADA));
    }

    private static <K extends Comparable<K>> void assertSame(Served.Line<K> one, Served.Line<K> other) {
        assertThat(one.total()).isCloseTo(other.total(), within(1e-6));
        assertThat(one.beyond().keySet()).isEqualTo(other.beyond().keySet()).isNotEmpty();
        other.beyond().forEach((who, minutes) -> assertThat(one.of(who)).isCloseTo(minutes, within(1e-6)));
    }
}
