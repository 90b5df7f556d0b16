package org.gleaner.agent;

import java.time.Duration;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.gleaner.core.node.ProcessorUse;

/**
 * Who used how much of the machine since the last look: our tasks and the agent itself, and others, who used the rest
 * of all that was used. What of a task ended between two looks counts through the kernel's sum over ended children, so
 * short tasks are not taken for others'. Confined to one thread.
 */
final class ProcessorLook implements Supplier<ProcessorUse> {
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
    ProcessorLook(DoubleSupplier all, Supplier<Duration> ours, int cores, LongSupplier nanoTime) {
        this.all = all;
        this.ours = ours;
        this.cores = cores;
        this.nanoTime = nanoTime;
        this.before = ours.get();
        this.lookedAt = nanoTime.getAsLong();
    }

    @Override
    public ProcessorUse get() {
        Duration used = ours.get();
        long now = nanoTime.getAsLong();
        double share = used.minus(before).toNanos() / (double) Math.max(1, now - lookedAt) / cores;
        before = used;
        lookedAt = now;
        return new ProcessorUse(all.getAsDouble() - Math.max(0, share), share);
    }
}
