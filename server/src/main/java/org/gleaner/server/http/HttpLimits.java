package org.gleaner.server.http;

import java.time.Duration;

/**
 * Upper bounds of what callers may take of the server.
 *
 * @param headerBytes request line and headers
 * @param connections open at once
 * @param idle a connection on which nothing moves is closed after this; longer than any call is held open
 * @param grace in this time the first call of a connection and the head of each later one must have come; and after it
 *     a body with at least {@code slowest} bytes per second
 * @param callsPerPerson calls of one user's, admin's or join token at once
 * @param callsPerNode calls of one node at once
 */
public record HttpLimits(
        int headerBytes,
        int connections,
        Duration idle,
        Duration grace,
        long slowest,
        int callsPerPerson,
        int callsPerNode) {
    public static final HttpLimits DEFAULT =
            new HttpLimits(16 * 1024, 4096, Duration.ofSeconds(60), Duration.ofSeconds(10), 1024, 256, 32);
}
