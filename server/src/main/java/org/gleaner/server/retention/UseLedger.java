package org.gleaner.server.retention;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.Owner;
import org.gleaner.core.store.BlobUse;
import org.gleaner.core.store.History;
import org.gleaner.server.blob.BlobStore;
import org.gleaner.server.blob.BlobStore.Kept;

/**
 * What jobs keep. Adding it up costs a look at every reference, so the sum is kept for some seconds, and what was
 * submitted meanwhile is added to it. Thread-safe.
 */
public final class UseLedger {
    private static final Duration FRESH = Duration.ofSeconds(10);

    /** Blobs on disk. */
    public record Tally(long count, long bytes) {}

    private final History history;
    private final BlobStore blobs;
    private List<BlobUse> use = List.of();
    private long usedSince = Long.MIN_VALUE;
    private Tally tally = new Tally(0, 0);
    private long talliedSince = Long.MIN_VALUE;

    public UseLedger(History history, BlobStore blobs) {
        this.history = history;
        this.blobs = blobs;
    }

    private static boolean isOld(long since) {
        return since == Long.MIN_VALUE || System.nanoTime() - since > FRESH.toNanos();
    }

    /** By owner. */
    public synchronized List<BlobUse> use() throws StoreException {
        if (isOld(usedSince)) {
            use = history.use();
            usedSince = System.nanoTime();
        }
        return use;
    }

    /** Bytes that the jobs of this owner keep. */
    public long of(Owner owner) throws StoreException {
        return use().stream()
                .filter(one -> one.owner().equals(owner))
                .mapToLong(BlobUse::bytes)
                .sum();
    }

    public long total() throws StoreException {
        return use().stream().mapToLong(BlobUse::bytes).sum();
    }

    /** A job was submitted or deleted: the next look is a new one. */
    public synchronized void changed() {
        usedSince = Long.MIN_VALUE;
    }

    /** What lies on the disk. */
    public synchronized Tally tally() throws IOException {
        if (isOld(talliedSince)) {
            long count = 0;
            long bytes = 0;
            for (int shelf = 0; shelf < BlobStore.SHELVES; shelf++) {
                for (Kept blob : blobs.shelf(shelf)) {
                    count++;
                    bytes += blob.size();
                }
            }
            tally = new Tally(count, bytes);
            talliedSince = System.nanoTime();
        }
        return tally;
    }
}
