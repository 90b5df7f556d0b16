package org.gleaner.core.job;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * By when its owner wants a job done. A wish and no limit: nothing ends because of it.
 *
 * @param at when that is
 * @param hopeless whether it was noticed, and told, that it can't be met any more
 */
public record Deadline(Instant at, boolean hopeless) {
    public Deadline {
        at = at.truncatedTo(ChronoUnit.MILLIS);
    }

    public Deadline(Instant at) {
        this(at, false);
    }

    public boolean isPast(Instant now) {
        return !at.isAfter(now);
    }
}
