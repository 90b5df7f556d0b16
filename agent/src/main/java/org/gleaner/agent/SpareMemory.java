package org.gleaner.agent;

import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.gleaner.core.job.MemorySize;

/**
 * How much memory others leave to tasks on this machine: what is free, with what our own tasks use, less a margin. It
 * moves in steps of a sixteenth of what is installed: down at once, up only when half a step more is there, so that it
 * does not flutter. Never less than an eighth: tasks that need little still find a place on a machine that is full of
 * what nobody touches. Confined to one thread at a time.
 */
final class SpareMemory implements Supplier<MemorySize> {
    private static final int STEPS = 16;
    /** Left alone, so that whoever else is there has some to take before we notice. */
    private static final int MARGIN = 1;

    private static final int LEAST = 2;
    /** The system itself takes some on every machine. */
    private static final int MOST = STEPS - 1 - MARGIN;

    private final long step;
    private final Supplier<OptionalLong> available;
    private final LongSupplier ownUse;
    private int level = MOST;

    /**
     * @param available bytes that could be had without harm to anybody; empty where the system does not say
     * @param ownUse bytes that our tasks use now, and which are ours to give again
     */
    SpareMemory(MemorySize installed, Supplier<OptionalLong> available, LongSupplier ownUse) {
        this.step = installed.bytes() / STEPS;
        this.available = available;
        this.ownUse = ownUse;
    }

    /** The most that it ever is. */
    MemorySize most() {
        return new MemorySize(step).times(MOST);
    }

    @Override
    public MemorySize get() {
        OptionalLong free = available.get();
        if (free.isPresent() && step > 0) {
            long left = free.getAsLong() + ownUse.getAsLong();
            int down = level(left);
            int up = level(left - step / 2);
            level = down < level ? down : Math.max(level, up);
        }
        return new MemorySize(step).times(level);
    }

    private int level(long left) {
        return (int) Math.max(LEAST, Math.min(MOST, Math.floorDiv(left, step) - MARGIN));
    }
}
