package org.gleaner.server.metric;

import java.time.Duration;
import java.util.List;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Store;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredGrid;

/** A store whose transactions are timed. */
public final class TimedStore implements Store {
    private final Store store;
    private final ServerMetrics metrics;

    public TimedStore(Store store, ServerMetrics metrics) {
        this.store = store;
        this.metrics = metrics;
    }

    @Override
    public void write(List<GridEvent.Hard> events) throws StoreException {
        long began = System.nanoTime();
        store.write(events);
        metrics.committed(Duration.ofNanos(System.nanoTime() - began));
    }

    @Override
    public void tryWrite() throws StoreException {
        store.tryWrite();
    }

    @Override
    public StoredGrid load() throws StoreException {
        return store.load();
    }
}
