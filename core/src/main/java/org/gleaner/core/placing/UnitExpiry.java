package org.gleaner.core.placing;

import java.time.Duration;
import org.gleaner.core.observer.Minutes;
import org.gleaner.core.observer.TypeBelief;
import org.gleaner.core.observer.WorkSpread;
import org.gleaner.core.open.OpenJob;
import org.gleaner.core.pool.GridNode;
import org.jspecify.annotations.Nullable;

/**
 * After how long without progress a unit of a problem is given to another node, unless its owner said. It follows from
 * how long the type's units take; what makes progress may take as long as it likes, so this need not be long.
 */
public final class UnitExpiry {
    private static final Duration SHORTEST = Duration.ofMinutes(1);
    /** Of fewer units nobody knows how long they take. */
    private static final int ENOUGH = 10;

    private static final double NEARLY_ALL = 0.95;
    private static final double TIMES = 5;

    private UnitExpiry() {}

    /** Null: nobody knows, somebody said something else, or it is no unit. */
    public static @Nullable Duration of(Roster roster, OpenJob job, GridNode node) {
        if (job.spec().hosting() == null || job.spec().limits().time() != null) {
            return null;
        }
        TypeTally tally = roster.groups().known(job.type());
        TypeBelief belief = tally == null ? null : tally.belief();
        if (belief == null || belief.done() < ENOUGH) {
            return null;
        }
        double work = WorkSpread.mixed(belief.finished().toArray()).quantile(NEARLY_ALL);
        Duration usual = Minutes.duration(TIMES * work / roster.speed(node));
        return usual.compareTo(SHORTEST) > 0 ? usual : SHORTEST;
    }
}
