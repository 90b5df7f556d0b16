package org.gleaner.client.executor;

import java.util.concurrent.TimeUnit;

/** How long somebody still waits. */
record TimeLeft(long end) {
    /** A hundred years are for ever, and no sum with them overflows. */
    private static final long LONGEST = TimeUnit.DAYS.toNanos(36_500);

    static TimeLeft unbounded() {
        return new TimeLeft(System.nanoTime() + LONGEST);
    }

    static TimeLeft of(long timeout, TimeUnit unit) {
        return new TimeLeft(System.nanoTime() + Math.min(LONGEST, unit.toNanos(timeout)));
    }

    long nanos() {
        return Math.max(0, end - System.nanoTime());
    }
}
