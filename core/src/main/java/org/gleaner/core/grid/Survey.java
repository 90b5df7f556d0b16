package org.gleaner.core.grid;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import org.gleaner.core.observer.PoolHazard;

/**
 * What is known of the whole pool as of a time. It takes a look at every node, so it is made every few minutes, and
 * when the pool has changed.
 *
 * @param heardFirst no connected node was last heard before this, then or later
 */
public record Survey(Instant at, double medianBenchmark, double meanBenchmark, Instant heardFirst, PoolHazard hazard) {
    /** Before anybody looked: all nodes are alike. */
    public static final Survey NONE = new Survey(Instant.MIN, 0, 0, Instant.MIN, PoolHazard.UNKNOWN);

    private static final Duration STANDS = Duration.ofMinutes(5);

    /**
     * What a node says of its speed is only its word: it counts as so many times faster or slower than the middle one
     * at most. Real machines differ by less.
     */
    private static final double FARTHEST = 32;

    /** In the mean it counts for less, as that moves the speeds of all others. */
    private static final double FARTHEST_IN_MEAN = 4;

    /** @param benchmarks of all nodes that say one */
    public static Survey of(Instant at, double[] benchmarks, Instant heardFirst, PoolHazard hazard) {
        double[] sorted = benchmarks.clone();
        Arrays.sort(sorted);
        double median = sorted.length == 0 ? 0 : sorted[(sorted.length - 1) / 2];
        double sum = 0;
        for (double benchmark : sorted) {
            sum += within(benchmark, median, FARTHEST_IN_MEAN);
        }
        return new Survey(at, median, sorted.length == 0 ? 0 : sum / sorted.length, heardFirst, hazard);
    }

    /** A benchmark, but at most so many times that of the middle of all nodes, or that part of it. */
    private static double within(double benchmark, double median, double times) {
        return Math.max(median / times, Math.min(median * times, benchmark));
    }

    /** Whether it is so old that what it says has changed. */
    public boolean isOld(Instant now) {
        return !now.isBefore(at.plus(STANDS));
    }

    /** The power of a node of this benchmark in relation to the mean; 1 if nothing is known. */
    public double speed(double benchmark) {
        return benchmark > 0 && meanBenchmark > 0 ? meanBenchmark / within(benchmark, medianBenchmark, FARTHEST) : 1;
    }
}
