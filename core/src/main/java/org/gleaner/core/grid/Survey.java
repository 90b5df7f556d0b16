package org.gleaner.core.grid;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import org.gleaner.core.node.Duty;
import org.gleaner.core.observer.PoolHazard;
import org.jspecify.annotations.Nullable;

/** What is known of the whole pool, looked at anew every few minutes because it takes a look at every node. */
final class Survey {
    /** Nodes that were not seen for so long no longer count among the pool. */
    private static final Duration MEMBERSHIP = Duration.ofDays(30);

    private static final Duration STANDS = Duration.ofMinutes(5);

    /**
     * What a node says of its speed is only its word: it counts as so many times faster or slower than the middle one
     * at most. Real machines differ by less.
     */
    private static final double FARTHEST = 32;

    /** In the mean it counts for less, as that moves the speeds of all others. */
    private static final double FARTHEST_IN_MEAN = 4;

    private final double medianBenchmark;
    private final double meanBenchmark;
    private final Instant heardFirst;
    private final Instant at;
    private @Nullable PoolHazard hazard;

    Survey(GridState state, Instant now) {
        this.at = now;
        double[] benchmarks = new double[state.nodes.values().size()];
        int count = 0;
        Instant seen = now.minus(MEMBERSHIP);
        Instant first = now;
        for (GridNode node : state.nodes.values()) {
            if (node.benchmark() > 0 && isMember(node, seen)) {
                benchmarks[count++] = node.benchmark();
            }
            first = node.connected() && node.heard().isBefore(first) ? node.heard() : first;
        }
        this.heardFirst = first;
        Arrays.sort(benchmarks, 0, count);
        this.medianBenchmark = count == 0 ? 0 : benchmarks[(count - 1) / 2];
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += within(benchmarks[i], FARTHEST_IN_MEAN);
        }
        this.meanBenchmark = count == 0 ? 0 : sum / count;
    }

    /** A benchmark, but at most so many times that of the middle of all nodes, or that part of it. */
    private double within(double benchmark, double times) {
        return Math.max(medianBenchmark / times, Math.min(medianBenchmark * times, benchmark));
    }

    /** Whether it is so old that what it says has changed. */
    boolean isOld(Instant now) {
        return !now.isBefore(at.plus(STANDS));
    }

    private static boolean isMember(GridNode node, Instant seen) {
        return node.duty() != Duty.FORGOTTEN && !node.seen().isBefore(seen);
    }

    /** The power of a node in relation to the mean; 1 if nothing is known. */
    double speed(GridNode node) {
        double benchmark = node.benchmark();
        return benchmark > 0 && meanBenchmark > 0 ? meanBenchmark / within(benchmark, FARTHEST) : 1;
    }

    /** No connected node was last heard before this, then or later. */
    Instant heardFirst() {
        return heardFirst;
    }

    /** Worked out when it is first asked for, as not every strategy looks at it. */
    PoolHazard hazard(GridState state) {
        PoolHazard known = hazard;
        if (known == null) {
            PoolHazard.Sum sum = new PoolHazard.Sum();
            Instant seen = at.minus(MEMBERSHIP);
            for (GridNode node : state.nodes.values()) {
                if (isMember(node, seen)) {
                    sum.add(node.belief(), node.uptime(at));
                }
            }
            known = sum.hazard();
            hazard = known;
        }
        return known;
    }
}
