package org.gleaner.core.job;

import org.jspecify.annotations.Nullable;

/**
 * What a task needs of a node.
 *
 * @param memory enforced if declared; undeclared: an equal share per core is reserved, not enforced
 * @param disk room in the task's directory; enforced if declared, undeclared: nothing is reserved
 * @param platform what the machine itself must be
 */
public record Requirements(
        int cores, @Nullable MemorySize memory, @Nullable MemorySize disk, Platform platform) {
    public static final Requirements ONE_CORE = new Requirements(1, null);

    public Requirements {
        if (cores < 1) {
            throw new IllegalArgumentException("a task needs at least one core, not " + cores);
        }
    }

    /** Cores and memory of any machine. */
    public Requirements(int cores, @Nullable MemorySize memory) {
        this(cores, memory, null, Platform.ANY);
    }
}
