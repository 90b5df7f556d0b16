package org.gleaner.agent.run;

import java.time.Duration;
import org.gleaner.agent.sandbox.Allowance;
import org.gleaner.agent.sandbox.ControlGroup;
import org.gleaner.agent.sandbox.Exceeded;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Requirements;
import org.jspecify.annotations.Nullable;

/**
 * What one attempt may take of memory and disk, and whether it took more. The kernel limits memory where the attempt
 * has a control group; else, and for the disk, somebody looks now and then. Looking is confined to the thread that
 * samples; the rest is thread-safe.
 */
final class TaskLimits {
    /** Looking at a large directory takes so many times less than the pause until the next look. */
    private static final int IDLE_TO_BUSY = 20;

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    private final @Nullable MemorySize memory;
    private final DiskShare disk;
    private final int processes;
    private final @Nullable ControlGroup group;
    private final Duration before;
    private long nextLook = System.nanoTime();
    private volatile @Nullable Exceeded exceeded;
    private volatile @Nullable Stagnation stagnation;

    TaskLimits(Requirements needs, @Nullable ControlGroup group, DiskShare disk) {
        this(needs, group, disk, Duration.ZERO);
    }

    /** @param before what the group had used before this attempt */
    TaskLimits(Requirements needs, @Nullable ControlGroup group, DiskShare disk, Duration before) {
        this.before = before;
        this.memory = needs.memory();
        this.disk = disk;
        this.processes = Allowance.processes(needs);
        this.group = group;
    }

    @Nullable
    ControlGroup group() {
        return group;
    }

    /** From now on it also has to get on. */
    void expectProgress(@Nullable Stagnation watched) {
        stagnation = watched;
    }

    /** It stands still because it was told to. */
    void rest() {
        Stagnation watched = stagnation;
        if (watched != null) {
            watched.rest(System.nanoTime());
        }
    }

    /** Whether nobody but us keeps it from taking all memory, so that we should look often. */
    boolean isWatched() {
        return memory != null && group == null;
    }

    /** Compares what it uses with what it declared and with what every task may have. */
    void look(AttemptProcesses.Use use) {
        MemorySize resident = use.memory();
        if ((group == null || !group.countsProcesses()) && use.threads() > processes) {
            exceeded = new Exceeded(
                    Outcome.EXITED,
                    "it had " + use.threads() + " processes and threads at once, more than its limit of " + processes
                            + " (1000 per core, --cores)");
        }
        if (memory != null && group == null && resident.compareTo(memory) > 0) {
            exceeded = new Exceeded(
                    Outcome.OUT_OF_MEMORY, "it used " + resident + " of memory, more than its limit of " + memory);
        }
        Stagnation watched = stagnation;
        if (exceeded == null && watched != null) {
            exceeded = watched.look(use.cpu(), System.nanoTime());
        }
        if (exceeded == null && System.nanoTime() - nextLook >= 0 && disk.isWatched()) {
            lookAtDisk();
        }
    }

    private void lookAtDisk() {
        long begin = System.nanoTime();
        exceeded = disk.exceeded();
        long took = System.nanoTime() - begin;
        nextLook = begin + Math.max(BETWEEN_LOOKS.toNanos(), took * IDLE_TO_BUSY);
    }

    /** What it took too much of; null while there is nothing. */
    @Nullable
    Exceeded exceeded() {
        return exceeded;
    }

    /** Called when a command has failed: what was too much, be it that the kernel refused it or the disk is full. */
    @Nullable
    Exceeded reason() {
        if (exceeded == null && memory != null && group != null && group.wasShort() && group.reachedLimit()) {
            return new Exceeded(
                    Outcome.OUT_OF_MEMORY,
                    "it used all " + memory + " of memory that it declared and tried to use more");
        }
        String refused = refusals();
        Exceeded known = exceeded == null && !refused.isEmpty() ? new Exceeded(Outcome.EXITED, refused) : exceeded;
        return known == null && disk.isDiskFull() ? disk.verdict(MemorySize.ZERO, "") : known;
    }

    /** What the kernel refused it, in one line; empty if nothing. A command that copes with that may end well. */
    String refusals() {
        return group != null && group.wantedMoreProcesses()
                ? "it tried to run more than " + processes + " processes and threads at once (1000 per core, --cores)"
                : "";
    }

    /** Whether the kernel killed some of it because the whole machine had no memory left. */
    boolean wasVictim() {
        return group != null && group.wasShort();
    }

    /** The peak that looking now and then has seen, or more if we know better. */
    MemorySize peak(MemorySize seen, @Nullable Exceeded over) {
        if (memory == null || over == null || over.outcome() != Outcome.OUT_OF_MEMORY) {
            return seen;
        }
        return memory.compareTo(seen) > 0 ? memory : seen;
    }

    /** CPU time as the kernel counted it; zero if it did not. */
    Duration cpu() {
        return group == null ? Duration.ZERO : group.cpu().minus(before);
    }
}
