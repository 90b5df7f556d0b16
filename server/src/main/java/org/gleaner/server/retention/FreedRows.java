package org.gleaner.server.retention;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.StoreException;
import org.gleaner.server.blob.BlobStore;
import org.gleaner.server.loop.BatchListener;
import org.gleaner.server.store.Snapshots;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices soon that a deleted job has left room in the database, so that whoever has just made some is not told of a
 * full disk until the janitor comes by. Thread-safe.
 */
public final class FreedRows implements BatchListener {
    private static final Logger LOG = LoggerFactory.getLogger(FreedRows.class);

    private final Snapshots database;
    private final BlobStore blobs;
    private final Executor workers;
    private final AtomicBoolean asked = new AtomicBoolean();

    /** @param workers may wait for the store */
    public FreedRows(Snapshots database, BlobStore blobs, Executor workers) {
        this.database = database;
        this.blobs = blobs;
        this.workers = workers;
    }

    @Override
    public void done(Batch batch) {
        if (batch.result().events().stream().anyMatch(GridEvent.JobDeleted.class::isInstance)
                && asked.compareAndSet(false, true)) {
            try {
                workers.execute(this::look);
            } catch (RejectedExecutionException busy) {
                // Then the janitor looks.
                asked.set(false);
            }
        }
    }

    private void look() {
        // First this: what is deleted from now on may not be seen by this look.
        asked.set(false);
        try {
            blobs.databaseHas(database.spare());
        } catch (StoreException e) {
            LOG.debug("the database did not say how much of it is empty", e);
        }
    }
}
