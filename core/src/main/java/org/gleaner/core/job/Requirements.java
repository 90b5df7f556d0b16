package org.gleaner.core.job;

import org.jspecify.annotations.Nullable;

/**
 * What a task needs of a node.
 *
 * @param memory enforced if declared; undeclared: an equal share per core is reserved, not enforced
 * @param disk room in the task's directory; enforced if declared, undeclared: nothing is reserved
 * @param platform what the machine itself must be
 * @param exclusive whether no other task may run on the node beside it
 * @param uses what is counted, and its own while it runs
 */
public record Requirements(
        int cores,
        @Nullable MemorySize memory,
        @Nullable MemorySize disk,
        Platform platform,
        boolean exclusive,
        Amounts uses) {
    public static final Requirements ONE_CORE = new Requirements(1, null);

    public Requirements {
        if (cores < 1) {
            throw new IllegalArgumentException("a task needs at least one core, not " + cores);
        }
        if (uses.counts().containsValue(0)) {
            throw new IllegalArgumentException("a task uses at least 1 of what it names, not " + uses);
        }
    }

    /** Beside other tasks, and nothing that is counted. */
    public Requirements(int cores, @Nullable MemorySize memory, @Nullable MemorySize disk, Platform platform) {
        this(cores, memory, disk, platform, false, Amounts.NONE);
    }

    /** Whether nodes of one kind may differ for it: by who they are, how fast they are or what is in use. */
    public boolean isChoosy() {
        return exclusive || !uses.isEmpty() || !platform.machines().equals(Machines.ANY);
    }

    /** Cores and memory of any machine. */
    public Requirements(int cores, @Nullable MemorySize memory) {
        this(cores, memory, null, Platform.ANY);
    }
}
