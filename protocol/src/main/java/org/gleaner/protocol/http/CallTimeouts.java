package org.gleaner.protocol.http;

import java.time.Duration;

/**
 * How long a call may take.
 *
 * @param connect until the connection stands
 * @param read longest silence while an answer is awaited
 * @param margin beyond the patience of a call that the server holds open
 * @param grace longest time in which less than {@code slowest} bytes per second come or go; what is shorter than that
 *     altogether has this time for all of it
 */
public record CallTimeouts(Duration connect, Duration read, Duration margin, Duration grace, long slowest) {
    /** A modem and a line that loses packets are ten times as fast, and a minute outlasts their worst moments. */
    private static final Duration GRACE = Duration.ofMinutes(1);

    private static final long SLOWEST = 256;

    public static final CallTimeouts DEFAULT =
            new CallTimeouts(Duration.ofSeconds(5), Duration.ofSeconds(30), Duration.ofSeconds(10));

    public CallTimeouts(Duration connect, Duration read, Duration margin) {
        this(connect, read, margin, GRACE, SLOWEST);
    }

    /** The longest time in which so many bytes may come or go. */
    Duration most(long bytes) {
        return grace.plusSeconds(bytes / slowest);
    }

    /** How many bytes have to come while that long is waited for them. */
    long least(Duration waited) {
        return slowest * waited.toSeconds();
    }
}
