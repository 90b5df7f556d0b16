package org.gleaner.core.pool;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.gleaner.core.job.Amounts;

/** How much of what is counted attempts use on all nodes together. Changed by {@link PoolWriter} alone. */
public final class InUse {
    private final Map<String, Integer> counts = new TreeMap<>();

    public int of(String name) {
        return counts.getOrDefault(name, 0);
    }

    /** How it differs from what these have; nothing if it is right. */
    public Optional<String> fault(Iterable<GridNode> nodes) {
        InUse fresh = new InUse();
        nodes.forEach(node -> node.tellUse(fresh));
        return fresh.counts.equals(counts)
                ? Optional.empty()
                : Optional.of("in use: " + counts + ", not " + fresh.counts);
    }

    void add(Amounts uses) {
        uses.counts().forEach((name, count) -> counts.merge(name, count, Integer::sum));
    }

    void remove(Amounts uses) {
        uses.counts()
                .forEach((name, count) -> counts.computeIfPresent(name, (same, used) -> {
                    int left = used - count;
                    return left == 0 ? null : left;
                }));
    }
}
