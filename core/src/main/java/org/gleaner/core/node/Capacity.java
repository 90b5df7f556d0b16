package org.gleaner.core.node;

import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Requirements;

/**
 * What a node can give to tasks: one slot is one core of the agent's share. A node may claim anything: beyond what
 * machines have it counts as the most of that, so that sums over nodes and tasks stay numbers, and no single node is
 * handed all work there is.
 *
 * @param disk room for the directories of tasks that declare what they need; the others use what they use
 */
public record Capacity(int slots, MemorySize memory, MemorySize disk) {
    /** More than one agent gives; a larger machine can run several agents. */
    public static final int MOST_SLOTS = 1024;

    /** An exabyte: some file systems in a network say that they have more. */
    public static final MemorySize MOST = new MemorySize(1L << 60);

    public static final Capacity NOTHING = new Capacity(0, MemorySize.ZERO);

    public Capacity {
        if (slots < 0) {
            throw new IllegalArgumentException("slots can't be negative: " + slots);
        }
        slots = Math.min(slots, MOST_SLOTS);
        memory = memory.atMost(MOST);
        disk = disk.atMost(MOST);
    }

    /**
     * What a node offers while its disk is almost full: no task, though it would have the memory. So the server can
     * tell it from a machine that somebody else needs, which offers {@link #NOTHING}.
     */
    public Capacity withoutDisk() {
        return new Capacity(0, memory, MemorySize.ZERO);
    }

    public boolean isWithoutDisk() {
        return slots == 0 && memory.compareTo(MemorySize.ZERO) > 0;
    }

    /** Room for no task that declares its need of disk. */
    public Capacity(int slots, MemorySize memory) {
        this(slots, memory, MemorySize.ZERO);
    }

    /** The disk a task of these needs reserves. */
    public static MemorySize diskFor(Requirements needs) {
        MemorySize declared = needs.disk();
        return declared == null ? MemorySize.ZERO : declared;
    }

    /** The memory a task of these needs reserves on a node of this capacity. */
    public MemorySize memoryFor(Requirements needs) {
        MemorySize declared = needs.memory();
        if (declared != null) {
            return declared;
        }
        return slots == 0 ? memory : new MemorySize(memory.bytes() / slots).times(needs.cores());
    }

    /** Whether such a task could ever run here. */
    public boolean fits(Requirements needs) {
        return hasRoomFor(needs, this);
    }

    /** Whether such a task could run here while this much is free. */
    public boolean hasRoomFor(Requirements needs, Capacity free) {
        return needs.cores() <= free.slots
                && memoryFor(needs).compareTo(free.memory) <= 0
                && diskFor(needs).compareTo(free.disk) <= 0;
    }
}
