package org.gleaner.lab.bench;

import java.util.List;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Store;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredGrid;

/** Adds up the time that the store takes, so that deciding and making durable can be told apart. */
final class ClockedStore implements Store {
    private final Store store;
    private long cpuNanos;

    ClockedStore(Store store) {
        this.store = store;
    }

    /** CPU time of all writes so far. */
    long cpuNanos() {
        return cpuNanos;
    }

    @Override
    public void write(List<GridEvent.Hard> events) throws StoreException {
        long start = ThisMachine.cpuNanos();
        try {
            store.write(events);
        } finally {
            cpuNanos += ThisMachine.cpuNanos() - start;
        }
    }

    @Override
    public StoredGrid load() throws StoreException {
        return store.load();
    }
}
