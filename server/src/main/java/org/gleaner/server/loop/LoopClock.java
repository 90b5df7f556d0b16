package org.gleaner.server.loop;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** The monotonic clock on a base of wall time taken once, so that nobody who sets the clock makes a node look dead. */
public final class LoopClock implements InstantSource {
    private final Instant base;
    private final long start;

    public LoopClock(InstantSource wall) {
        this.base = wall.instant();
        this.start = System.nanoTime();
    }

    @Override
    public Instant instant() {
        return base.plusNanos(System.nanoTime() - start).truncatedTo(ChronoUnit.MILLIS);
    }
}
