package org.gleaner.server.retention;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.job.Counted;
import org.gleaner.core.store.History;
import org.gleaner.server.blob.BlobStore;

/**
 * Which files that jobs name are not on the disk, though nobody has removed them here: a folder was lost or put back
 * from an older copy. It looks at one shelf after the other, round and round. Thread-safe; one caller looks at a time.
 */
public final class MissingFiles {
    private final History history;
    private final BlobStore blobs;
    /** By shelf, as seen when it was looked at last. */
    private final int[] missing = new int[BlobStore.SHELVES];

    private int next;
    private volatile long all;

    public MissingFiles(History history, BlobStore blobs) {
        this.history = history;
        this.blobs = blobs;
    }

    /** Looks at all shelves, or at as many as there is time for. */
    synchronized void look(Duration budget) throws IOException, StoreException {
        long began = System.nanoTime();
        for (int seen = 0; seen < BlobStore.SHELVES && System.nanoTime() - began < budget.toNanos(); seen++) {
            // Asked first: what comes to the shelf after that is named later.
            Map<BlobHash, Long> named = history.named(next);
            Set<BlobHash> gone = new LinkedHashSet<>(named.keySet());
            for (BlobStore.Kept kept : blobs.shelf(next)) {
                long size = named.getOrDefault(kept.hash(), 0L);
                // Of some that an early version stored nobody noted the size.
                if (size == 0 || blobs.doubts().size(kept.hash(), size).isPresent()) {
                    gone.remove(kept.hash());
                }
            }
            if (blobs.trouble().isPresent()) {
                // All of them are away, which is told as such.
                return;
            }
            // What was deleted meanwhile is nobody's any more.
            history.unused(List.copyOf(gone)).forEach(gone::remove);
            missing[next] = gone.size();
            next = (next + 1) % BlobStore.SHELVES;
        }
        all = IntStream.of(missing).asLongStream().sum();
    }

    /** As the end of a sentence about the server; empty if all are there, as far as it has looked. */
    public Optional<String> told() {
        long count = all;
        return count == 0
                ? Optional.empty()
                : Optional.of(Counted.of(count, "file") + " that jobs name " + (count == 1 ? "is" : "are")
                        + " missing in its folder 'blobs': tasks that need them fail, and such results can't be"
                        + " fetched");
    }
}
