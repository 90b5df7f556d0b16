package org.gleaner.core.store;

import java.time.Duration;
import java.time.Instant;
import org.gleaner.core.id.NodeId;

/**
 * What is kept of a node's old stays.
 *
 * @param week number of whole weeks since the beginning of 1970 until they ended
 * @param stays how many ended in it
 * @param lasted how long they lasted together
 */
public record StayWeek(NodeId node, long week, long stays, Duration lasted) {
    /** The length of a week in milliseconds. */
    public static final long MILLIS = 7L * 24 * 60 * 60 * 1000;

    public static long of(Instant ended) {
        return Math.floorDiv(ended.toEpochMilli(), MILLIS);
    }
}
