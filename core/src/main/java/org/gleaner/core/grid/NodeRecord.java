package org.gleaner.core.grid;

import java.time.Duration;
import java.util.List;

/**
 * What was observed of a node, and what follows from it.
 *
 * @param speed in relation to the mean of the pool; 1 if it is not known
 * @param reliability of its last attempts, from -1, all failed, to 1, all done; 0 if there is none
 * @param rated how many attempts that counts, at most ten
 * @param probation whether it gets one task at a time, as all fails there that others do
 * @param usualStay how long it usually stays; nothing if no stay has ended
 * @param stays of how many stays that is the average, at most ten
 * @param stay how long it stays already, without the time at which its owner needed it
 * @param chances how likely it stays longer; none while it is not there for tasks
 */
public record NodeRecord(
        double speed,
        double reliability,
        int rated,
        boolean probation,
        Duration usualStay,
        int stays,
        Duration stay,
        List<Chance> chances) {
    public NodeRecord {
        chances = List.copyOf(chances);
    }

    /** How likely a node stays so much longer, from 0 to 1. */
    public record Chance(Duration more, double chance) {}
}
