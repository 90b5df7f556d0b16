package org.gleaner.server.forecast;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * When the next look ahead may begin: after each one a rest of twenty times what it cost of a processor, so that all of
 * them together take less than a twentieth of one. Confined to one thread.
 */
final class LookPace {
    private static final long REST = 20;
    private static final Duration SHORTEST = Duration.ofSeconds(2);

    /** As time goes by forecasts change even if nothing happens. */
    private static final Duration LONGEST = Duration.ofMinutes(1);

    /** What happened since the last look. */
    enum News {
        NONE,
        SOME,
        /** A job of which nothing was said yet: somebody may be waiting for the first word. */
        JOB
    }

    private final LongSupplier nanos;
    private boolean ran;
    private long ended;
    private long rest;

    LookPace(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** A look is over, well or not, and cost so much. */
    void spent(Duration processor) {
        ran = true;
        ended = nanos.getAsLong();
        rest = REST * Math.max(0, processor.toNanos());
    }

    /** How long to wait for the next one, if there are no other news; the first one begins at once. */
    Duration left(News news) {
        if (!ran) {
            return Duration.ZERO;
        }
        long least = switch (news) {
            case NONE -> LONGEST.toNanos();
            case SOME -> SHORTEST.toNanos();
            case JOB -> 0;
        };
        return Duration.ofNanos(Math.max(0, Math.max(rest, least) - (nanos.getAsLong() - ended)));
    }
}
