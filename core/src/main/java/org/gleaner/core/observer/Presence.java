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
 * @param seen when it was last noted that the node is there, which is done once a day; none before that
 */
public record Presence(
        String stay,
        Duration before,
        @Nullable Instant since,
        @Nullable Instant seen) {
    public static final Presence NONE = new Presence("", Duration.ZERO, null, null);

    private static final Duration NOTED_EVERY = Duration.ofDays(1);

    /** Whether it is to be noted once more that the node is there. */
    public boolean isToBeNoted(Instant now) {
        return seen == null || !now.isBefore(seen.plus(NOTED_EVERY));
    }

    public Presence seenAt(@Nullable Instant at) {
        return new Presence(stay, before, since, at);
    }

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
