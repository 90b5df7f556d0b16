package org.gleaner.core.pool;

import org.gleaner.core.node.Capacity;

/** How many nodes are heard, and how many slots they have. Changed by {@link PoolWriter} alone. */
public final class ConnectedFleet {
    private int nodes;
    private long slots;

    public int nodes() {
        return nodes;
    }

    public int slots() {
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
