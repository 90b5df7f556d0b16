package org.gleaner.core.image;

import java.util.Collections;
import java.util.SortedMap;
import org.gleaner.core.id.Owner;

/**
 * What the pool comes to in numbers. Whoever makes one gives the maps away.
 *
 * @param owners those who have open jobs
 * @param nodes how many are in each state
 * @param slots of nodes that are there
 */
public record PoolTotals(
        OpenTotals all,
        SortedMap<Owner, OpenTotals> owners,
        SortedMap<String, Integer> nodes,
        int slots,
        int slotsUsed) {
    public PoolTotals {
        owners = Collections.unmodifiableSortedMap(owners);
        nodes = Collections.unmodifiableSortedMap(nodes);
    }

    /** What these may know of it. */
    public Sight of(Audience audience) {
        Owner owner = audience.owner();
        if (owner == null) {
            return new Sight(all.tasks(), null, all.jobs(), nodes, slots, slotsUsed);
        }
        OpenTotals own = owners.getOrDefault(owner, OpenTotals.NONE);
        return new Sight(own.tasks(), all.tasks().less(own.tasks()), own.jobs(), nodes, slots, slotsUsed);
    }
}
