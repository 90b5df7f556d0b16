package org.gleaner.agent;

import java.time.Duration;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The share of the machine that others use: all that is used, without our tasks and the agent itself. What of a task
 * ended between two looks counts through the kernel's sum over ended children, so short tasks are not taken for
 * others'. Confined to one thread.
 */
final class OthersLoad implements DoubleSupplier {
    private final DoubleSupplier all;
    private final Supplier<Duration> ours;
    private final int cores;
    private final LongSupplier nanoTime;
    private Duration before;
    private long lookedAt;

    /**
     * Looks from now on.
     *
     * @param all share of all cores in use since it was last asked
     * @param ours CPU time that we have used in all
     */
    OthersLoad(DoubleSupplier all, Supplier<Duration> ours, int cores, LongSupplier nanoTime) {
        this.all = all;
        this.ours = ours;
        this.cores = cores;
        this.nanoTime = nanoTime;
        this.before = ours.get();
        this.lookedAt = nanoTime.getAsLong();
    }

    @Override
    public double getAsDouble() {
        Duration used = ours.get();
        long now = nanoTime.getAsLong();
        double share = used.minus(before).toNanos() / (double) Math.max(1, now - lookedAt) / cores;
        before = used;
        lookedAt = now;
        return Math.max(0, Math.min(1, all.getAsDouble() - Math.max(0, share)));
    }
}
