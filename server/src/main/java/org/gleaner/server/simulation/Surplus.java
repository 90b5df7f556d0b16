package org.gleaner.server.simulation;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.gleaner.core.id.Owner;

/** What is forgotten of results that nobody has to keep, so that nobody can push those of others out. */
public final class Surplus {
    private Surplus() {}

    /**
     * The oldest of whoever has the most, until there are no more than that.
     *
     * @param over the oldest first
     */
    public static <T> List<T> of(Collection<T> over, Function<T, Owner> owner, int most) {
        List<T> left = new ArrayList<>(over);
        List<T> surplus = new ArrayList<>();
        while (left.size() > most) {
            Map<Owner, Integer> counts = new TreeMap<>();
            left.forEach(one -> counts.merge(owner.apply(one), 1, Integer::sum));
            // Of several that are as large, this is the first.
            T oldest = left.stream()
                    .min(Comparator.comparing(one -> -counts.getOrDefault(owner.apply(one), 0)))
                    .orElseThrow();
            left.remove(oldest);
            surplus.add(oldest);
        }
        return surplus;
    }
}
