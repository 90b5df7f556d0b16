package org.gleaner.core.step;

import org.gleaner.core.node.Capacity;

/** How many nodes are heard and how many slots they have, kept as they come and go. Confined to {@link GridState}. */
final class ConnectedFleet {
    private int nodes;
    private long slots;

    int nodes() {
        return nodes;
    }

    int slots() {
        return (int) Math.min(Integer.MAX_VALUE, slots);
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
