package org.gleaner.core.observer;

import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What tasks of a type use, by the class of the node. Bounded, as nodes can say anything about themselves: for a class
 * too many, the one that was seen least is forgotten.
 */
public record Footprints(SortedMap<NodeClass, Footprint> ofClasses) {
    public static final int MOST = 12;

    public static final Footprints NONE = new Footprints(new TreeMap<>());

    public Footprints {
        ofClasses = Collections.unmodifiableSortedMap(new TreeMap<>(ofClasses));
        if (ofClasses.size() > MOST) {
            throw new IllegalArgumentException("of a type at most " + MOST + " classes of nodes are known");
        }
    }

    public Footprints with(NodeClass where, Consumption one) {
        TreeMap<NodeClass, Footprint> changed = new TreeMap<>(ofClasses);
        if (changed.size() == MOST && !changed.containsKey(where)) {
            changed.entrySet().stream()
                    .min(Comparator.comparingDouble(entry -> entry.getValue().weight()))
                    .map(Map.Entry::getKey)
                    .ifPresent(changed::remove);
        }
        changed.put(where, changed.getOrDefault(where, Footprint.UNKNOWN).with(one));
        return new Footprints(changed);
    }

    /** On all nodes together. */
    public Footprint all() {
        return ofClasses.values().stream().reduce(Footprint.UNKNOWN, Footprint::plus);
    }
}
