package org.gleaner.simulator.faults;

import org.gleaner.core.store.History;
import org.gleaner.core.store.InMemoryStore;
import org.gleaner.core.store.Store;

/** The server's disk: what survives its crashes. A world gets a new one, and whoever made it clears it away. */
public record Disk(Store store, History history) {
    public static Disk inMemory() {
        InMemoryStore store = new InMemoryStore();
        return new Disk(store, store);
    }
}
