package org.gleaner.core.pool;

import java.time.Duration;
import java.time.Instant;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.Spans;
import org.jspecify.annotations.Nullable;

/**
 * What the attempts of one lane hold of their node: they are of one job, run one after the other and share it. Whatever
 * they do there (fetch inputs, make a set-up, run, bring results) nobody else can use it, so all of that is charged.
 * After a restart of the server it counts from when its attempts were assigned.
 *
 * @param since until when it has been charged, or when it began
 * @param still since when the machine is not free for tasks: it would not be given to anybody else either
 */
record Reservation(
        int attempts,
        Requirements needs,
        Instant since,
        @Nullable Instant still) {
    static Reservation begin(LiveAttempt first, Requirements needs) {
        return new Reservation(1, needs, first.assigned(), null);
    }

    Reservation withOneMore() {
        return new Reservation(attempts + 1, needs, since, still);
    }

    /** One of its attempts ended, and all until then is charged. */
    Reservation withOneLess(Instant at) {
        return new Reservation(attempts - 1, needs, at, null);
    }

    Reservation heard(boolean suspended, Instant at) {
        if (suspended) {
            return still == null ? new Reservation(attempts, needs, since, at) : this;
        }
        return still == null ? this : new Reservation(attempts, needs, since.plus(Spans.between(still, at)), null);
    }

    /** How long it has been held since it was last charged. */
    Duration held(Instant until) {
        return Spans.between(since, still != null && still.isBefore(until) ? still : until);
    }
}
