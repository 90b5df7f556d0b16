package org.gleaner.server.retention;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.store.History;
import org.gleaner.server.blob.BlobStore;

/**
 * Deletes blobs if no job names them. Each is doomed first, so nobody can name it from then on; then the store is
 * asked, and what it says is final: whoever named it before is durable by now, or the loop says that it isn't sure.
 * Thread-safe.
 *
 * @param certain false while the outcome of a transaction may be unknown
 */
public record Unnamed(BlobStore blobs, History history, BooleanSupplier certain) {
    /** Those that went; none that is pinned, or while sweeping is held. */
    public List<BlobHash> remove(Collection<BlobHash> some) throws IOException, StoreException {
        return remove(some, any -> true);
    }

    /** @param unwanted asked of each when nobody can name it any more; what this denies stays */
    public List<BlobHash> remove(Collection<BlobHash> some, Predicate<BlobHash> unwanted)
            throws IOException, StoreException {
        List<BlobHash> gone = new ArrayList<>();
        List<BlobHash> doomed = blobs.pins().doom(some);
        try {
            if (doomed.isEmpty() || !certain.getAsBoolean()) {
                return gone;
            }
            for (BlobHash hash : history.unused(doomed)) {
                if (unwanted.test(hash)) {
                    blobs.delete(hash);
                    gone.add(hash);
                }
            }
        } finally {
            blobs.pins().spare(doomed);
        }
        return gone;
    }
}
