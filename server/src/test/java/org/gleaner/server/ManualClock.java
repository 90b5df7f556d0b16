package org.gleaner.server;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.gleaner.server.loop.ServerClock;

/** Time that moves only when a test says so. */
final class ManualClock implements ServerClock {
    static final Instant START = Instant.parse("2026-01-31T12:00:00Z");

    private volatile boolean doubted;
    private volatile Duration leap = Duration.ZERO;
    private volatile Instant now = START;

    @Override
    public Instant instant() {
        return now;
    }

    @Override
    public Optional<String> doubt() {
        return doubted ? Optional.of("its clock is in doubt") : Optional.empty();
    }

    @Override
    public Duration leap() {
        return leap;
    }

    /** It goes ahead at one go. */
    void leap(Duration by) {
        leap = by;
        advance(by);
    }

    void doubt(boolean whether) {
        doubted = whether;
    }

    void advance(Duration by) {
        now = now.plus(by);
    }
}
