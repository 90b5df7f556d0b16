package org.gleaner.core.node;

import java.time.Duration;
import java.time.Instant;

/**
 * A node was away: nobody heard it for long, or its agent began anew.
 *
 * @param from when it was last heard before
 */
public record Absence(Instant from, Instant until) {
    /** A clock that went back adds nothing. */
    public Duration length() {
        Duration length = Duration.between(from, until);
        return length.isNegative() ? Duration.ZERO : length;
    }
}
