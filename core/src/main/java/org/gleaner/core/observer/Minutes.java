package org.gleaner.core.observer;

import java.time.Duration;

/** The observer's unit. */
public final class Minutes {
    private static final double MILLIS = 60_000;
    private static final double MILLIS_PER_SECOND = 1_000;

    private Minutes() {}

    public static Duration duration(double minutes) {
        return Duration.ofMillis(Math.round(minutes * MILLIS));
    }

    /** To the millisecond. A node may report any duration, also one that has too many of them for a number. */
    public static double of(Duration duration) {
        return (duration.toSeconds() * MILLIS_PER_SECOND + duration.toMillisPart()) / MILLIS;
    }
}
