package org.gleaner.core.view;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.placing.ReadyGroup;
import org.gleaner.core.placing.Roster;
import org.gleaner.core.pool.GridNode;
import org.gleaner.core.pool.Matches;

/**
 * Nodes on which somebody might go before a job. Groups that differ in nothing but their turn are compared with them
 * once. Not thread-safe.
 */
final class ContestedNodes {
    private static final int MOST_PLACES = 100;

    /** So many comparisons tell enough; groups that come later count as going elsewhere. */
    private static final int MOST_COMPARED = 50_000;

    private record Sort(TypeKey type, Matches.Wanted wanted) {}

    private final Roster roster;
    private final Effort effort;
    /**
     * How many slots of each kind of node are free, or at least as many as the job needs that is asked about: when
     * these become free, a wider task still has no room, and goes before nobody.
     */
    private final Map<Matches.NodeKind, Integer> places = new LinkedHashMap<>();
    /** The nodes themselves, for jobs that single some out. */
    private final List<GridNode> nodes;

    private final Map<Sort, Boolean> known = new HashMap<>();
    private int compared;

    /** @param nodes that a job of so many cores could use */
    ContestedNodes(Roster roster, List<GridNode> nodes, int cores, Effort effort) {
        this.roster = roster;
        this.effort = effort;
        this.nodes = nodes.subList(0, Math.min(MOST_PLACES, nodes.size()));
        for (GridNode node : nodes) {
            if (places.size() < MOST_PLACES || places.containsKey(node.kind())) {
                places.merge(node.kind(), Math.max(node.free().slots(), cores), Math::max);
            }
        }
        effort.add(nodes.size());
    }

    /** Whether tasks of the group could run on one of these nodes. */
    boolean takes(ReadyGroup group) {
        effort.add(1);
        Sort sort = new Sort(group.key().type(), group.key().wanted());
        Boolean before = known.get(sort);
        if (before != null) {
            return before;
        }
        boolean found = compared < MOST_COMPARED && isSuited(sort);
        known.put(sort, found);
        return found;
    }

    private boolean isSuited(Sort sort) {
        Requirements needs = sort.wanted().needs();
        return (!needs.isChoosy() || isMeant(needs)) && hasPlaceFor(sort);
    }

    private boolean isMeant(Requirements needs) {
        for (GridNode node : nodes) {
            compare();
            if (roster.isFor(needs, node)) {
                return true;
            }
        }
        return false;
    }

    private boolean hasPlaceFor(Sort sort) {
        int cores = sort.wanted().needs().cores();
        for (Map.Entry<Matches.NodeKind, Integer> place : places.entrySet()) {
            compare();
            if (cores <= place.getValue()
                    && place.getKey().fits(sort.wanted(), sort.type().type())) {
                return true;
            }
        }
        return false;
    }

    private void compare() {
        compared++;
        effort.add(1);
    }
}
