package org.gleaner.simulator.scenario;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Tasks of one type that arrive at once: one job. Immutable. */
public final class Batch {
    private final long arrives;
    private final String owner;
    private final String type;
    private final long[] works;
    private final int cores;
    private final @Nullable Duration expected;

    /** @param works the work of each task: milliseconds on a machine of {@link TrialMachine#REFERENCE_POWER} */
    public Batch(long arrives, String owner, String type, long[] works) {
        this(arrives, owner, type, works, 1, null);
    }

    /**
     * @param cores that each task needs
     * @param expected how long its owner says that a task takes; null: nobody said
     */
    public Batch(long arrives, String owner, String type, long[] works, int cores, @Nullable Duration expected) {
        if (works.length == 0) {
            throw new IllegalArgumentException("a batch without tasks");
        }
        this.arrives = arrives;
        this.owner = owner;
        this.type = type;
        this.works = works.clone();
        this.cores = cores;
        this.expected = expected;
        for (long work : this.works) {
            if (work <= 0) {
                throw new IllegalArgumentException("a task needs some work: " + work);
            }
        }
    }

    public long arrives() {
        return arrives;
    }

    public String owner() {
        return owner;
    }

    public String type() {
        return type;
    }

    public int cores() {
        return cores;
    }

    public @Nullable Duration expected() {
        return expected;
    }

    public int tasks() {
        return works.length;
    }

    /** The work of the task of this ordinal; the first is 1. */
    public long work(int ordinal) {
        return works[ordinal - 1];
    }
}
