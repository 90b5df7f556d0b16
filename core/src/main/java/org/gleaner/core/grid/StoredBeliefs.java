package org.gleaner.core.grid;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.observer.NodeBelief;
import org.gleaner.core.observer.TypeBelief;

/** What the observer believes about nodes and types that it has observed. */
public record StoredBeliefs(SortedMap<NodeId, NodeBelief> nodes, SortedMap<TypeKey, TypeBelief> types) {
    public static final StoredBeliefs NONE = new StoredBeliefs(new TreeMap<>(), new TreeMap<>());

    public StoredBeliefs {
        nodes = Collections.unmodifiableSortedMap(new TreeMap<>(nodes));
        types = Collections.unmodifiableSortedMap(new TreeMap<>(types));
    }
}
