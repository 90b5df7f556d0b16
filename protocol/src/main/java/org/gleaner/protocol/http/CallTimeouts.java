package org.gleaner.protocol.http;

import java.time.Duration;

/**
 * How long a call may take.
 *
 * @param connect until the connection stands
 * @param read longest silence while an answer is awaited
 * @param margin beyond the patience of a call that the server holds open
 */
public record CallTimeouts(Duration connect, Duration read, Duration margin) {
    public static final CallTimeouts DEFAULT =
            new CallTimeouts(Duration.ofSeconds(5), Duration.ofSeconds(30), Duration.ofSeconds(10));
}
