package org.gleaner.server.forecast;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * When the next look ahead may begin: after each one a rest of twenty times what it cost of a processor, so that all of
 * them together take less than a twentieth of one. Where that is long, a glance at a single future may come before: it
 * puts off the next look by what it cost, and glances take half of the whole at most, so that the look comes after
 * twice its rest at the latest. Confined to one thread.
 */
final class LookPace {
    private static final long REST = 20;
    private static final long REST_OF_GLANCES = 2 * REST;
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
    /** When the last glance was over, and for how long there shall be no other. */
    private long glanced;

    private long restOfGlances;

    LookPace(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** A glance is over, well or not, and cost so much. */
    void glanced(Duration processor) {
        long cost = Math.max(0, processor.toNanos());
        glanced = nanos.getAsLong();
        restOfGlances = REST_OF_GLANCES * cost;
        rest += REST * cost;
    }

    /** Whether whoever waits for a first word shall be told what a single future says, as no look comes soon. */
    boolean mayGlance() {
        return left(News.JOB).compareTo(SHORTEST) > 0 && nanos.getAsLong() - glanced >= restOfGlances;
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
