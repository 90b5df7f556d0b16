package org.gleaner.simulator.faults;

import org.gleaner.core.grid.Store;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.store.History;
import org.gleaner.core.store.InMemoryStore;

/**
 * The server's disk: what survives its crashes. A world gets a new one, and whoever made it clears it away.
 *
 * @param afterLoss what is read instead when the connection of a reader is lost
 */
public record Disk(Store store, History history, BlobShelf blobs, AfterLoss afterLoss) {
    /** A right reader says that it could not read; tests plant others. */
    @FunctionalInterface
    public interface AfterLoss {
        History read() throws StoreException;
    }

    public Disk(Store store, History history) {
        this(store, history, new SyncedShelf(), () -> {
            throw new StoreException("the connection was lost");
        });
    }

    public static Disk inMemory() {
        InMemoryStore store = new InMemoryStore();
        return new Disk(store, store);
    }
}
