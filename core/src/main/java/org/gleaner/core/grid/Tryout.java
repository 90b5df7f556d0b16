package org.gleaner.core.grid;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gleaner.core.id.Owner;
import org.jspecify.annotations.Nullable;

/**
 * What the controller tried, and what it chose.
 *
 * @param objective what counted
 * @param scores of all that were tried, the best first
 * @param owners what was chosen for owners who want something else
 * @param changed when the policy was last another
 * @param reason why the one that was chosen for all is in force; null from a server that does not say so
 */
public record Tryout(
        Instant at,
        Objective objective,
        List<PolicyScore> scores,
        Policy chosen,
        Map<Owner, Policy> owners,
        Instant changed,
        @Nullable PolicyReason reason) {
    public Tryout {
        scores = List.copyOf(scores);
        owners = Collections.unmodifiableNavigableMap(new TreeMap<>(owners));
    }

    /** @param owner null: for all others */
    public Policy chosenFor(@Nullable Owner owner) {
        return owner == null ? chosen : owners.getOrDefault(owner, chosen);
    }
}
