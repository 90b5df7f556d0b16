package org.gleaner.simulator.scenario;

/** Tasks of one type that arrive at once: one job. Immutable. */
public final class Batch {
    private final long arrives;
    private final String owner;
    private final String type;
    private final long[] works;

    /** @param works the work of each task: milliseconds on a machine of {@link TrialMachine#REFERENCE_POWER} */
    public Batch(long arrives, String owner, String type, long[] works) {
        if (works.length == 0) {
            throw new IllegalArgumentException("a batch without tasks");
        }
        this.arrives = arrives;
        this.owner = owner;
        this.type = type;
        this.works = works.clone();
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

    public int tasks() {
        return works.length;
    }

    /** The work of the task of this ordinal; the first is 1. */
    public long work(int ordinal) {
        return works[ordinal - 1];
    }
}
