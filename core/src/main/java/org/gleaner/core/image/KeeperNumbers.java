package org.gleaner.core.image;

import java.time.Instant;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.gleaner.core.grid.CountedChoices;
import org.gleaner.core.grid.LicenceUse;
import org.jspecify.annotations.Nullable;

/**
 * What else a pool's keeper watches. It is as of its image, but no change of it makes a new one.
 *
 * @param parked calls of nodes that are held open
 * @param oldest when the oldest of the jobs with ready tasks was submitted; null: there is none
 * @param licences how many are in use of each that the pool has
 */
public record KeeperNumbers(
        int connectedNodes,
        int knownNodes,
        int parked,
        @Nullable Instant oldest,
        CountedChoices choices,
        SortedMap<String, LicenceUse> licences) {
    public static final KeeperNumbers NONE =
            new KeeperNumbers(0, 0, 0, null, CountedChoices.NONE, Collections.emptySortedMap());

    public KeeperNumbers {
        licences = Collections.unmodifiableSortedMap(new TreeMap<>(licences));
    }
}
