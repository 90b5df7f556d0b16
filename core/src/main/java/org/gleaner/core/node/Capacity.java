package org.gleaner.core.node;

import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Requirements;

/** What a node can give to tasks: one slot is one core of the agent's share. */
public record Capacity(int slots, MemorySize memory) {
    public static final Capacity NOTHING = new Capacity(0, MemorySize.ZERO);

    public Capacity {
        if (slots < 0) {
            throw new IllegalArgumentException("slots can't be negative: " + slots);
        }
    }

    /** The memory a task of these needs reserves on a node of this capacity. */
    public MemorySize memoryFor(Requirements needs) {
        MemorySize declared = needs.memory();
        if (declared != null) {
            return declared;
        }
        return slots == 0 ? memory : new MemorySize(memory.bytes() / slots * needs.cores());
    }

    /** Whether such a task could ever run here. */
    public boolean fits(Requirements needs) {
        return needs.cores() <= slots && memoryFor(needs).compareTo(memory) <= 0;
    }
}
