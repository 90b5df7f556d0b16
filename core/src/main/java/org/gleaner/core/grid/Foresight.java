package org.gleaner.core.grid;

import java.time.Duration;
import java.time.Instant;
import org.gleaner.core.scheduling.Market;

/** What work is worth, for strategies that look ahead. Worked out every few minutes, as it moves slowly. */
public record Foresight(Market market, Instant at) {
    /** While no rule in force looks ahead. */
    public static final Foresight NONE = new Foresight(Market.UNKNOWN, Instant.MIN);

    private static final Duration STANDS = Duration.ofMinutes(5);

    public boolean isOld(Instant now) {
        return !now.isBefore(at.plus(STANDS));
    }
}
