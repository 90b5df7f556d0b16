package org.gleaner.server.retention;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.store.History;
import org.gleaner.server.blob.BlobStore;
import org.gleaner.server.blob.BlobStore.Kept;

/**
 * Goes through all blobs and deletes old ones that no job names. Confined to one caller at a time.
 */
final class BlobSweep {
    private static final int TOGETHER = 200;

    /**
     * What went.
     *
     * @param removed blobs
     * @param more whether time ran out before all were looked at
     */
    record Content(long removed, long bytes, boolean more) {
        static final Content NONE = new Content(0, 0, false);
    }

    private final BlobStore blobs;
    private final Unnamed unnamed;
    private int nextShelf;

    /** @param certain false while the outcome of a transaction may be unknown */
    BlobSweep(BlobStore blobs, History history, BooleanSupplier certain) {
        this.blobs = blobs;
        this.unnamed = new Unnamed(blobs, history, certain);
    }

    /** Goes once round all shelves, from where the last one stopped, but not much longer than this. */
    Content run(Duration grace, Duration budget) throws IOException, StoreException {
        long deadline = System.nanoTime() + budget.toNanos();
        Instant before = blobs.now().minus(grace);
        long removed = 0;
        long bytes = 0;
        for (int seen = 0; seen < BlobStore.SHELVES; seen++) {
            if (System.nanoTime() > deadline || blobs.pins().isHeld()) {
                return new Content(removed, bytes, true);
            }
            Map<BlobHash, Long> old = new HashMap<>();
            for (Kept blob : blobs.shelf(nextShelf)) {
                // Without a grace no clock is asked: that of the disk may be a little ahead of ours.
                if (grace.isZero() || !blob.since().isAfter(before)) {
                    old.put(blob.hash(), blob.size());
                }
            }
            for (BlobHash gone : sweep(List.copyOf(old.keySet()))) {
                removed++;
                bytes += old.getOrDefault(gone, 0L);
            }
            nextShelf = (nextShelf + 1) % BlobStore.SHELVES;
        }
        return new Content(removed, bytes, false);
    }

    private List<BlobHash> sweep(List<BlobHash> old) throws IOException, StoreException {
        List<BlobHash> gone = new ArrayList<>();
        for (int from = 0; from < old.size(); from += TOGETHER) {
            gone.addAll(unnamed.remove(old.subList(from, Math.min(from + TOGETHER, old.size()))));
        }
        return gone;
    }
}
