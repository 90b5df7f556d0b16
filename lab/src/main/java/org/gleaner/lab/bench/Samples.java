package org.gleaner.lab.bench;

import java.util.Arrays;

/** Durations in nanoseconds that were measured of one thing. */
final class Samples {
    private static final double NANOS_PER_MICRO = 1e3;

    private long[] nanos = new long[1024];
    private int count;

    void add(long one) {
        if (count == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * count);
        }
        nanos[count++] = one;
    }

    /** The smallest sample that at least this share of all does not exceed. */
    double micros(double share) {
        if (count == 0) {
            throw new IllegalStateException("nothing was measured");
        }
        long[] sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        int rank = (int) Math.ceil(share * count);
        return sorted[Math.max(0, rank - 1)] / NANOS_PER_MICRO;
    }
}
