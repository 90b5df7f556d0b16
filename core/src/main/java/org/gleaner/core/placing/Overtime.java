package org.gleaner.core.placing;

import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.observer.Minutes;
import org.gleaner.core.open.OpenJob;
import org.gleaner.core.pool.GridNode;
import org.gleaner.core.pool.LiveAttempt;

/**
 * By how many core-minutes what runs has taken more already than its owner is charged for while it runs: longer than
 * is usual for its type, or in copies, which are not charged before. Looks at all that runs, so once a minute is often
 * enough.
 */
public final class Overtime {
    private Overtime() {}

    public static Map<TypeKey, Double> of(Roster roster, Instant now) {
        Map<TypeKey, Double> overtime = new HashMap<>();
        for (GridNode node : roster.nodes().values()) {
            Set<Integer> lanes = new HashSet<>();
            for (LiveAttempt attempt : node.live()) {
                OpenJob job = roster.jobs().get(attempt.id().job());
                // The others of its lane have not begun.
                if (job != null && lanes.add(attempt.lane())) {
                    double over = over(roster, job, attempt, now);
                    if (over > 0) {
                        overtime.merge(job.type(), over * job.spec().needs().cores(), Double::sum);
                    }
                }
            }
        }
        return overtime;
    }

    private static double over(Roster roster, OpenJob job, LiveAttempt attempt, Instant now) {
        double held = Minutes.of(roster.nodes().node(attempt.node()).held(attempt.lane(), now));
        boolean isCopy = job.live(attempt.id().ordinal()).iterator().next() != attempt;
        return isCopy ? held : held - roster.shares().minutes(job.type());
    }
}
