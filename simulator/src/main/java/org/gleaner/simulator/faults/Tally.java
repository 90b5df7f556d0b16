package org.gleaner.simulator.faults;

import java.util.Locale;

/** What a campaign has come to so far: how many of its seeds, in their order, and what they saw. Thread-safe. */
final class Tally {
    /**
     * What it took.
     *
     * @param cpuNanos of the threads that ran them: the machine may have other things to do
     */
    record Effort(long cpuNanos, long batches, long events) {
        static final Effort NONE = new Effort(0, 0, 0);

        Effort plus(Effort other) {
            return new Effort(cpuNanos + other.cpuNanos, batches + other.batches, events + other.events);
        }
    }

    private final Coverage coverage;
    private Effort effort;
    private int done;

    Tally() {
        this(0, Effort.NONE, new Coverage());
    }

    Tally(int done, Effort effort, Coverage coverage) {
        this.done = done;
        this.effort = effort;
        this.coverage = coverage;
    }

    synchronized int done() {
        return done;
    }

    synchronized Effort effort() {
        return effort;
    }

    synchronized Coverage coverage() {
        return coverage;
    }

    synchronized void add(Effort more, Coverage seen) {
        done++;
        effort = effort.plus(more);
        coverage.add(seen);
    }

    /** Seeds behind one that failed count again when that one has been fixed. */
    synchronized void backTo(int seeds) {
        done = Math.min(done, seeds);
    }

    /** For example {@code 5.2 ms of CPU each, 148 of 152 faults and transitions seen}. */
    synchronized String told() {
        int all = coverage.table().size();
        return String.format(
                Locale.ROOT,
                "%.1f ms of CPU each, %d of %d faults and transitions seen",
                effort.cpuNanos() / 1e6 / Math.max(1, done),
                all - coverage.holes().size(),
                all);
    }
}
