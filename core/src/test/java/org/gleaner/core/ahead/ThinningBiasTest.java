package org.gleaner.core.ahead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.gleaner.core.id.JobId;
import org.gleaner.core.image.SketchedNode;
import org.gleaner.core.node.Absence;
import org.gleaner.core.observer.NodeBelief;
import org.gleaner.core.observer.Presence;
import org.junit.jupiter.api.Test;

/**
 * What it changes that one task stands for many where machines are fast and slow, come and go while tasks run, and the
 * scheduler goes by survival: the same futures with fewer starts and with one for each task.
 */
final class ThinningBiasTest {
    private static final int MACHINES = 10;
    private static final int SEEDS = 3;
    private static final int FUTURES = 3;
    private static final int OTHERS = 5;

    /** As many for each slot as in a pool of a hundred. */
    private static final int STARTS = Thinning.FEWEST_STARTS / 100 * MACHINES;

    private final ToyPool pool = new ToyPool(Map.of("strategy", "survival"));
    private final List<JobId> jobs = new ArrayList<>();
    private final Sketch sketch = begin();

    /** An array of one owner, and several jobs of another one. */
    private Sketch begin() {
        for (int machine = 0; machine < MACHINES; machine++) {
            pool.join(1, "8G", 1 + machine % 3, List.of());
        }
        pool.letRun(4);
        pool.done("sim", 30);
        pool.letRun(ToyPool.TASK);
        pool.done("sim", 30);
        pool.lasts(pool.submit(ToyPool.BEN, ToyPool.spec("other", 30)));
        jobs.add(pool.submit(ToyPool.ADA, ToyPool.spec("sim", 1_500)));
        for (int job = 0; job < OTHERS; job++) {
            jobs.add(pool.submit(ToyPool.BEN, ToyPool.spec("other", 100)));
        }
        Sketch known = pool.sketch();
        for (SketchedNode node : List.copyOf(known.nodes().values())) {
            known.suppose(unsteady(node, known));
        }
        return known;
    }

    /** Its stays were of half an hour to some hours, and it was away for a quarter of an hour in between. */
    private SketchedNode unsteady(SketchedNode node, Sketch known) {
        NodeBelief belief = NodeBelief.NEW;
        Instant at = pool.now().minus(Duration.ofDays(10));
        for (int stay = 0; stay < 12; stay++) {
            Instant end =
                    at.plus(Duration.ofMinutes(30 + 37 * ((stay + node.id().value()) % 7)));
            belief =
                    belief.with(new Presence("s" + stay, Duration.ZERO, at, at)).died(end);
            at = end.plus(Duration.ofMinutes(15));
            known.absences().note(node.id(), new Absence(end, at));
        }
        Instant since = pool.now().minus(Duration.ofMinutes(20));
        return new SketchedNode(
                node.row(),
                belief.with(new Presence("now", Duration.ZERO, since, since)),
                node.connected(),
                node.seen(),
                node.absence(),
                node.offered(),
                node.load(),
                node.refusals());
    }

    /** When each job is done, on average of the futures, in minutes. */
    private double[] ends(int starts) {
        double[] ends = new double[jobs.size()];
        for (int seed = 1; seed <= SEEDS; seed++) {
            Outset outset =
                    new Outset(sketch, pool.now(), Duration.ofMinutes(1), Map.of(), null, OptionalInt.of(starts));
            Prospect prospect = new Prospect(outset, 100L * seed, SplittableRandom::new);
            for (int future = 0; future < FUTURES; future++) {
                prospect.look();
                for (int job = 0; job < jobs.size(); job++) {
                    Glimpse.Times times =
                            Objects.requireNonNull(prospect.glimpse(future).of(jobs.get(job)));
                    ends[job] += times.finish() / 60_000.0 / SEEDS / FUTURES;
                }
            }
        }
        return ends;
    }

    @Test
    void neither_the_end_of_an_array_nor_that_of_all_jobs_moves_where_machines_differ_and_leave() {
        double[] each = ends(Integer.MAX_VALUE);
        double[] thinned = ends(STARTS);

        assertThat(thinned[0]).isCloseTo(each[0], withinPercentage(3));
        assertThat(thinned[OTHERS]).isCloseTo(each[OTHERS], withinPercentage(8));
    }
}
