package org.gleaner.server.metric;

import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;
import org.gleaner.server.blob.BlobStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How full the disk of the blobs is, and how much of it they take. Thread-safe. */
public final class DiskUse {
    private static final Logger LOG = LoggerFactory.getLogger(DiskUse.class);
    private static final long AGE = TimeUnit.MINUTES.toNanos(5);

    private final BlobStore blobs;
    private final Executor workers;
    private final AtomicLong counted = new AtomicLong(System.nanoTime() - AGE);
    private volatile long bytes;

    public DiskUse(BlobStore blobs, Executor workers) {
        this.blobs = blobs;
        this.workers = workers;
    }

    /** Bytes that are free, or of the whole disk; negative if the system does not say. */
    public long disk(ToLongFunction<BlobStore.Disk> which) {
        try {
            return which.applyAsLong(blobs.disk());
        } catch (IOException unknown) {
            return -1;
        }
    }

    /** As counted last: looking at every file takes a while, so it is done aside and at most every few minutes. */
    public long blobs() {
        long last = counted.get();
        long now = System.nanoTime();
        if (now - last >= AGE && counted.compareAndSet(last, now)) {
            try {
                workers.execute(this::count);
            } catch (RejectedExecutionException busy) {
                counted.set(last);
            }
        }
        return bytes;
    }

    private void count() {
        try {
            bytes = blobs.tally().bytes();
        } catch (IOException away) {
            // What is wrong with that disk is told by whoever keeps house there.
            LOG.debug("could not count the blobs; the metric keeps its last value", away);
        }
    }
}
