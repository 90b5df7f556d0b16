package org.gleaner.core.grid;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.node.Duty;
import org.gleaner.core.observer.PoolHazard;
import org.jspecify.annotations.Nullable;

/** What is known of the whole pool, looked at anew once a minute because it takes a look at every node. */
final class Survey {
    /** Nodes that were not seen for so long no longer count among the pool. */
    private static final Duration MEMBERSHIP = Duration.ofDays(30);

    private final double meanBenchmark;
    private final Instant at;
    private @Nullable PoolHazard hazard;

    Survey(GridState state, Instant now) {
        this.at = now;
        double sum = 0;
        int count = 0;
        for (GridNode node : members(state)) {
            sum += node.facts().benchmark().toMillis();
            count++;
        }
        this.meanBenchmark = count == 0 ? 0 : sum / count;
    }

    private List<GridNode> members(GridState state) {
        List<GridNode> members = new ArrayList<>();
        for (GridNode node : state.nodes.values()) {
            if (node.duty() != Duty.FORGOTTEN && !node.heard().plus(MEMBERSHIP).isBefore(at)) {
                members.add(node);
            }
        }
        return members;
    }

    /** The power of a node in relation to the mean; 1 if nothing is known. */
    double speed(GridNode node) {
        double benchmark = node.facts().benchmark().toMillis();
        return benchmark > 0 && meanBenchmark > 0 ? meanBenchmark / benchmark : 1;
    }

    /** Worked out when it is first asked for, as not every strategy looks at it. */
    PoolHazard hazard(GridState state) {
        PoolHazard known = hazard;
        if (known == null) {
            PoolHazard.Sum sum = new PoolHazard.Sum();
            members(state).forEach(node -> sum.add(node.belief(), node.uptime(at)));
            known = sum.hazard();
            hazard = known;
        }
        return known;
    }
}
