package org.gleaner.simulator.bound;

import org.gleaner.simulator.scenario.Trial;

/** Yardsticks for the makespan of a trial, in milliseconds from the moment the work opens. */
public final class Bounds {
    private Bounds() {}

    /**
     * No schedule can end earlier: the first moment by which the machines have really been up long enough, each counted
     * with its speed, for all the work; work cannot be done before it arrives. Tasks may be cut as one likes here, so
     * that long tasks need no long windows. At most the trial's limit.
     */
    public static long capacity(Trial trial) {
        return new CapacityBound(trial).reached();
    }

    /**
     * When a schedule ends that knows all failures in advance: the longest tasks first, each into the up-window that
     * it fills best, tasks of a window one after the other, so that none is ever lost; the makespan is found by
     * bisection to 0.02 %. Nearly, not exactly, the best there is. If work arrives over time, the latest is placed
     * first, at the end of the windows, and longest first among what arrives together. At most the trial's limit, also
     * when no such schedule was found.
     */
    public static long clairvoyant(Trial trial) {
        return new Clairvoyant(trial).makespan();
    }
}
