package org.gleaner.core.grid;

import org.gleaner.core.node.Capacity;

/** How many nodes are heard and how many slots they have, kept as they come and go. Confined to {@link GridState}. */
final class ConnectedFleet {
    private int nodes;
    private int slots;

    int nodes() {
        return nodes;
    }

    int slots() {
        return slots;
    }

    void add(Capacity capacity) {
        nodes++;
        slots += capacity.slots();
    }

    void remove(Capacity capacity) {
        nodes--;
        slots -= capacity.slots();
    }
}
