package org.gleaner.core.scheduling;

import java.time.Duration;
import java.time.Instant;

/**
 * What work is worth at the moment, as of the last survey; only kept for strategies that look ahead.
 *
 * @param prices of each length, so that all that is open ends together
 * @param freshStart what it costs that a task must begin anew
 * @param reach how much the nodes can do that are there
 * @param keepsComing whether jobs keep arriving: then what counts is that each is done soon, not that all end together
 * @param at when it was worked out: every few minutes, as it moves slowly
 */
public record Market(Prices prices, FreshStart freshStart, PoolReach reach, boolean keepsComing, Instant at) {
    /** While no rule in force looks ahead. */
    public static final Market UNKNOWN =
            new Market(Prices.EQUAL, FreshStart.UNKNOWN, PoolReach.UNKNOWN, false, Instant.MIN);

    private static final Duration STANDS = Duration.ofMinutes(5);

    /** The same, but to be worked out again as soon as possible. */
    public Market outdated() {
        return new Market(prices, freshStart, reach, keepsComing, Instant.MIN);
    }

    public boolean isOld(Instant now) {
        return !now.isBefore(at.plus(STANDS));
    }
}
