package org.gleaner.core.scheduling;

/**
 * What work is worth at the moment, as of the last survey; only kept for strategies that look ahead.
 *
 * @param prices of each length, so that all that is open ends together
 * @param freshStart what it costs that a task must begin anew
 * @param keepsComing whether jobs keep arriving: then what counts is that each is done soon, not that all end together
 */
public record Market(Prices prices, FreshStart freshStart, boolean keepsComing) {
    public static final Market UNKNOWN = new Market(Prices.EQUAL, FreshStart.UNKNOWN, false);
}
