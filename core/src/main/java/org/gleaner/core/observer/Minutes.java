package org.gleaner.core.observer;

import java.time.Duration;

/** The observer's unit. */
public final class Minutes {
    private static final double MILLIS = 60_000;

    private Minutes() {}

    public static double of(Duration duration) {
        return duration.toMillis() / MILLIS;
    }
}
