package org.gleaner.simulator.faults;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.store.History;
import org.gleaner.core.store.StoreException;

/** The blobs on the server's disk: those that were synced survive its crashes, and only those are there for anybody. */
final class BlobShelf {
    private final Set<BlobHash> blobs = new TreeSet<>();
    private final Set<BlobHash> notSynced = new TreeSet<>();

    /** The last byte has arrived. */
    void arrive(BlobHash hash) {
        notSynced.add(hash);
    }

    /** It is on disk, if the server has not crashed since it arrived. */
    boolean sync(BlobHash hash) {
        if (notSynced.remove(hash)) {
            blobs.add(hash);
        }
        return has(hash);
    }

    /** Returns whether anything was lost. */
    boolean crash() {
        boolean torn = !notSynced.isEmpty();
        notSynced.clear();
        return torn;
    }

    boolean has(BlobHash hash) {
        return blobs.contains(hash);
    }

    /** Removes those of these that no job names; returns whether there were any. */
    boolean sweep(List<BlobHash> some, History history) throws StoreException {
        return blobs.removeAll(history.unused(some));
    }

    List<BlobHash> all() {
        return List.copyOf(blobs);
    }

    List<BlobHash> missing(Stream<BlobHash> wanted) {
        return wanted.filter(hash -> !blobs.contains(hash)).distinct().toList();
    }
}
