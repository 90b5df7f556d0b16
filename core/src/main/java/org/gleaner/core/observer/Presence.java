package org.gleaner.core.observer;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How long a node has been there for tasks without an end that would have ended them.
 *
 * @param stay the agent's word for its stay; empty before the first
 * @param before what was counted up to {@code since}
 * @param since from when on time counts; none while the node's owner needs it
 */
public record Presence(
        String stay, Duration before, @Nullable Instant since) {
    public static final Presence NONE = new Presence("", Duration.ZERO, null);

    /** Whether there is a stay that can end; the first of several evictions has ended it for all. */
    public boolean isBegun() {
        return since != null || !before.isZero();
    }

    /** The time that counts, in minutes. */
    public double minutes(Instant now) {
        return Minutes.of(length(now));
    }

    public Duration length(Instant now) {
        Instant from = since;
        return from == null || now.isBefore(from) ? before : before.plus(Duration.between(from, now));
    }
}
