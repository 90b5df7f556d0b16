package org.gleaner.core.grid;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import org.gleaner.core.node.Duty;
import org.gleaner.core.observer.PoolHazard;

/**
 * What is known of the whole pool as of a time. It takes a look at every node, so it is made every few minutes, and
 * when the pool has changed.
 *
 * @param heardFirst no connected node was last heard before this, then or later
 */
public record Survey(Instant at, double medianBenchmark, double meanBenchmark, Instant heardFirst, PoolHazard hazard) {
    /** Before anybody looked: all nodes are alike. */
    static final Survey NONE = new Survey(Instant.MIN, 0, 0, Instant.MIN, PoolHazard.UNKNOWN);

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

    static Survey of(GridState state, Instant now) {
        double[] benchmarks = new double[state.nodes.values().size()];
        int count = 0;
        Instant first = now;
        PoolHazard.Sum hazard = new PoolHazard.Sum();
        for (GridNode node : state.nodes.values()) {
            first = node.connected() && node.heard().isBefore(first) ? node.heard() : first;
            if (!hasMember(node, now)) {
                continue;
            }
            hazard.add(node.belief(), node.uptime(now));
            if (node.benchmark() > 0) {
                benchmarks[count++] = node.benchmark();
            }
        }
        Arrays.sort(benchmarks, 0, count);
        double median = count == 0 ? 0 : benchmarks[(count - 1) / 2];
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += within(benchmarks[i], median, FARTHEST_IN_MEAN);
        }
        return new Survey(now, median, count == 0 ? 0 : sum / count, first, hazard.hazard());
    }

    /** Whether a node counts among the pool. */
    static boolean hasMember(GridNode node, Instant now) {
        return node.duty() != Duty.FORGOTTEN && !node.seen().isBefore(now.minus(MEMBERSHIP));
    }

    /** A benchmark, but at most so many times that of the middle of all nodes, or that part of it. */
    private static double within(double benchmark, double median, double times) {
        return Math.max(median / times, Math.min(median * times, benchmark));
    }

    /** Whether it is so old that what it says has changed. */
    boolean isOld(Instant now) {
        return !now.isBefore(at.plus(STANDS));
    }

    /** The power of a node in relation to the mean; 1 if nothing is known. */
    double speed(GridNode node) {
        double benchmark = node.benchmark();
        return benchmark > 0 && meanBenchmark > 0 ? meanBenchmark / within(benchmark, medianBenchmark, FARTHEST) : 1;
    }
}
