package org.gleaner.core.observer;

import java.time.Duration;
import java.time.Instant;

/**
 * The stays of a node that ended in one week.
 *
 * @param week number of whole weeks since the beginning of 1970 until they ended
 * @param stays how many they are
 * @param lasted how long they lasted together
 */
public record StayWeek(long week, long stays, Duration lasted) {
    /** The length of a week in milliseconds. */
    public static final long MILLIS = 7L * 24 * 60 * 60 * 1000;

    /** As many as people are told of. */
    public static final int MOST = 53;

    public StayWeek {
        if (stays < 0 || lasted.isNegative()) {
            throw new IllegalArgumentException("no week has " + stays + " stays of together " + lasted);
        }
    }

    /** Both together. */
    public StayWeek plus(StayWeek other) {
        return new StayWeek(week, stays + other.stays, lasted.plus(other.lasted));
    }

    public static long of(Instant ended) {
        return Math.floorDiv(ended.toEpochMilli(), MILLIS);
    }

    /** When the week begins. */
    public Instant from() {
        return Instant.ofEpochMilli(week * MILLIS);
    }
}
