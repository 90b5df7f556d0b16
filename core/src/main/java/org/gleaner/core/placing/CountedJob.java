package org.gleaner.core.placing;

import org.gleaner.core.scheduling.Preference;

/**
 * What was last counted of a job.
 *
 * @param taken tasks that were handed out
 * @param running those of them that do not wait in a lane for others; of copies one counts
 * @param returned how long the first of its ready tasks that were lost had run; 0 if there is none
 * @param freshTasks tasks that could start and were never lost
 * @param returnedTasks those that could and were
 * @param preference among the jobs of its owner
 */
record CountedJob(
        boolean offerable,
        boolean fresh,
        double returned,
        int freshTasks,
        int returnedTasks,
        int ready,
        int taken,
        int running,
        Preference preference) {
    boolean sameTurn(CountedJob other) {
        return fresh == other.fresh && returned == other.returned && preference.equals(other.preference);
    }

    boolean active() {
        return ready + taken > 0;
    }
}
