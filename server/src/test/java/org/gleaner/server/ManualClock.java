package org.gleaner.server;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Time that moves only when a test says so. */
final class ManualClock implements InstantSource {
    private volatile Instant now = Instant.parse("2026-01-31T12:00:00Z");

    @Override
    public Instant instant() {
        return now;
    }

    void advance(Duration by) {
        now = now.plus(by);
    }
}
