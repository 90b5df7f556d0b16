package org.gleaner.simulator.scenario;

/** When recorded work arrives. */
public sealed interface Pace {
    /** A bag: everything when the work opens. */
    record AtOnce() implements Pace {}

    /** With the distances between submissions as they were. */
    record AsRecorded() implements Pace {}

    /**
     * Distances are all stretched or shortened by one factor, so that the work that arrives is this part of what the
     * machines that are really up could do from the first arrival to the last.
     */
    record AtLoad(double load) implements Pace {
        public AtLoad {
            if (!(load > 0 && load <= 10)) {
                throw new IllegalArgumentException("a load is above 0 and at most 10: " + load);
            }
        }
    }
}
