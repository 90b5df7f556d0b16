package org.gleaner.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.gleaner.agent.machine.Machine;
import org.gleaner.agent.sandbox.DiskRoom;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.node.Capacity;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How much of the machine tasks get: the owner's share, else what others leave; no slot while the disk is almost full.
 * Thread-safe.
 */
final class Offer implements Supplier<Capacity> {
    private static final Logger LOG = LoggerFactory.getLogger(Offer.class);

    private final Capacity whole;
    private final Supplier<MemorySize> memory;
    private final @Nullable DiskRoom room;
    private boolean shortOfDisk;

    /**
     * @param desktop whether somebody may sit at the machine, half of whose cores are given then unless the share says
     *     more
     * @param spare followed unless the share names an amount, which the owner has thought about
     */
    Offer(
            AgentOptions.Share share,
            Machine machine,
            SpareMemory spare,
            BooleanSupplier desktop,
            @Nullable DiskRoom room) {
        this.room = room;
        boolean follows = share.memory().equals(MemorySize.ZERO);
        memory = follows ? spare : share::memory;
        MemorySize free = room == null ? MemorySize.ZERO : room.free();
        whole = new Capacity(
                share.slots() > 0 ? share.slots() : usualSlots(machine, desktop),
                follows ? spare.most() : share.memory(),
                share.disk().equals(MemorySize.ZERO) ? free : share.disk());
        if (room != null) {
            room.divideAmong(whole.slots());
        }
        beyond(whole, machine.cores(), machine.memory()).forEach(LOG::warn);
    }

    /** What is offered and not there: tasks would crowd each other out, and nobody could tell why. */
    static List<String> beyond(Capacity offered, int cores, MemorySize memory) {
        List<String> warnings = new ArrayList<>();
        if (offered.slots() > cores) {
            warnings.add("--slots offers " + offered.slots() + " cores, but this machine has " + cores);
        }
        if (offered.memory().compareTo(memory) > 0) {
            warnings.add("--memory offers " + offered.memory() + ", but this machine has " + memory
                    + "; tasks that use it all are killed");
        }
        return warnings;
    }

    /** Whether somebody may sit there takes a moment to find out, so it is asked only if it counts. */
    private static int usualSlots(Machine machine, BooleanSupplier desktop) {
        return desktop.getAsBoolean() ? Math.max(1, machine.cores() / 2) : machine.cores();
    }

    /** When nobody else needs anything, and there is room on the disk. */
    Capacity whole() {
        return whole;
    }

    /** Now. No task while the disk is almost full: whatever was started would fail, or fill it. */
    @Override
    public synchronized Capacity get() {
        Capacity now = new Capacity(whole.slots(), memory.get(), whole.disk());
        if (room == null) {
            return now;
        }
        boolean before = shortOfDisk;
        shortOfDisk = before ? !room.hasRecovered() : room.isShort();
        if (shortOfDisk && !before) {
            LOG.warn("the disk is almost full, so no new tasks are started: {}", room.state());
        } else if (before && !shortOfDisk) {
            LOG.info("the disk has room again: {}", room.state());
        }
        return shortOfDisk ? now.withoutDisk() : now;
    }
}
