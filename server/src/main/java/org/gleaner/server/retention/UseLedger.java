package org.gleaner.server.retention;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.BlobUse;
import org.gleaner.core.store.History;
import org.gleaner.server.blob.BlobStore;
import org.gleaner.server.blob.BlobStore.Tally;

/**
 * What jobs keep, and what lies on the disk. Adding it up costs a look at every reference and every file, so the sums
 * are kept for some seconds; who submits something makes that of the references new. Thread-safe.
 */
public final class UseLedger {
    private static final Duration FRESH = Duration.ofSeconds(10);

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
        return BlobUse.of(owner, use());
    }

    public long total() throws StoreException {
        return BlobUse.total(use());
    }

    /** So much was added for this owner since: known at once, though nobody looks at all references again for it. */
    public synchronized void grew(Owner owner, long bytes) {
        if (bytes > 0) {
            List<BlobUse> more = new ArrayList<>(use);
            more.add(new BlobUse(owner, 0, bytes, 0));
            use = more;
        }
    }

    /** A job was submitted: the next look at the references is a new one. */
    public synchronized void changed() {
        usedSince = Long.MIN_VALUE;
    }

    /** Files were removed, or jobs: the next look at both is a new one. */
    public synchronized void swept() {
        changed();
        talliedSince = Long.MIN_VALUE;
    }

    /** What lies on the disk. */
    public synchronized Tally tally() throws IOException {
        if (isOld(talliedSince)) {
            tally = blobs.tally();
            talliedSince = System.nanoTime();
        }
        return tally;
    }
}
