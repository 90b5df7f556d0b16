package org.gleaner.core.job;

import org.jspecify.annotations.Nullable;

/** What a task needs of a node. Undeclared memory means an equal share per core is reserved, not enforced. */
public record Requirements(int cores, @Nullable MemorySize memory) {
    public static final Requirements ONE_CORE = new Requirements(1, null);

    public Requirements {
        if (cores < 1) {
            throw new IllegalArgumentException("a task needs at least one core, not " + cores);
        }
    }
}
