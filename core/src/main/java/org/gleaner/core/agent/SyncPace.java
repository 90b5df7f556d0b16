package org.gleaner.core.agent;

import java.time.Duration;
import java.time.Instant;

/** When the next sync is due. Confined to {@link AgentLogic}. */
final class SyncPace {
    /** Of the time between syncs that bring nothing new: up to 6.4 s. */
    private static final int MOST_DOUBLINGS = 5;

    private final Duration spacing;
    private Instant next = Instant.MIN;
    private int repeated;

    SyncPace(Duration spacing) {
        this.spacing = spacing;
    }

    Instant next() {
        return next;
    }

    void atOnce(Instant now) {
        next = now;
    }

    /**
     * Orders repeat until they are obeyed; without a pause, obeying slowly would be a storm of calls.
     *
     * @param sent when the sync was sent that is answered now
     * @param changed whether its orders were news
     */
    void answered(Instant sent, boolean changed, Instant now) {
        Instant spaced = sent.plus(spacing.multipliedBy(1L << Math.min(repeated, MOST_DOUBLINGS)));
        boolean soon = !changed && now.isBefore(spaced);
        repeated = soon ? repeated + 1 : 0;
        next = soon ? spaced : now;
    }
}
