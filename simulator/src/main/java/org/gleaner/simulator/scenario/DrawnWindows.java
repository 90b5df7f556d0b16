package org.gleaner.simulator.scenario;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * Up-windows drawn from a {@link Cycle} when they are first asked for, and kept: every strategy sees the same. No
 * window begins after the end of time. Safe for use by several threads, because trials may be run side by side.
 */
final class DrawnWindows implements UpWindows {
    /** A machine that fails so often is of no use to anybody, and shall not take all the memory. */
    private static final int MOST = 10_000_000;

    private final Cycle cycle;
    private final RandomGenerator random;
    private final long endOfTime;
    /** Start and end of each drawn window, one after the other. */
    private long[] bounds = new long[8];

    private int drawn;
    private long nextStart;

    DrawnWindows(Cycle cycle, RandomGenerator random, long endOfTime) {
        this.cycle = cycle;
        this.random = random;
        this.endOfTime = endOfTime;
    }

    @Override
    public synchronized long start(int index) {
        drawUpTo(index);
        return index < drawn ? bounds[2 * index] : NEVER;
    }

    @Override
    public synchronized long end(int index) {
        drawUpTo(index);
        return index < drawn ? bounds[2 * index + 1] : NEVER;
    }

    private void drawUpTo(int index) {
        while (drawn <= index && nextStart <= endOfTime && drawn < MOST) {
            if (2 * drawn == bounds.length) {
                bounds = Arrays.copyOf(bounds, 2 * bounds.length);
            }
            double failure = Math.ceil(cycle.failure((double) nextStart / Trial.STEP, random) * Trial.STEP);
            // At least a millisecond, so that time always goes on.
            long end = failure >= NEVER ? NEVER : Math.max(nextStart + 1, (long) failure);
            bounds[2 * drawn] = nextStart;
            bounds[2 * drawn + 1] = end;
            nextStart = end == NEVER ? NEVER : end + cycle.reboot(random) * Trial.STEP;
            drawn++;
        }
    }
}
