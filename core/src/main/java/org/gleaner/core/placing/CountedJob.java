package org.gleaner.core.placing;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What was last counted of a job.
 *
 * @param taken tasks that were handed out
 * @param running those of them that do not wait in a lane for others; of copies one counts
 * @param returned how long the first of its ready tasks that were lost had run; 0 if there is none
 * @param freshTasks tasks that could start and were never lost
 * @param returnedTasks those that could and were
 * @param startBy when it would have to start to be done in time; null: it has not to hurry
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
        int priority,
        @Nullable Instant startBy) {
    boolean sameTurn(CountedJob other) {
        return fresh == other.fresh
                && returned == other.returned
                && priority == other.priority
                && Objects.equals(startBy, other.startBy);
    }

    boolean active() {
        return ready + taken > 0;
    }
}
