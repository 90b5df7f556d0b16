package org.gleaner.simulator.faults;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.store.History;

/** Only what was synced is there for anybody. */
final class SyncedShelf implements BlobShelf {
    private final Set<BlobHash> blobs = new TreeSet<>();
    private final Set<BlobHash> notSynced = new TreeSet<>();

    @Override
    public void arrive(BlobHash hash) {
        notSynced.add(hash);
    }

    @Override
    public boolean sync(BlobHash hash) {
        if (notSynced.remove(hash)) {
            blobs.add(hash);
        }
        return has(hash);
    }

    @Override
    public boolean crash() {
        boolean torn = !notSynced.isEmpty();
        notSynced.clear();
        return torn;
    }

    @Override
    public boolean has(BlobHash hash) {
        return blobs.contains(hash);
    }

    @Override
    public boolean sweep(List<BlobHash> some, History history) throws StoreException {
        return blobs.removeAll(history.unused(some));
    }

    @Override
    public List<BlobHash> all() {
        return List.copyOf(blobs);
    }

    @Override
    public List<BlobHash> missing(Stream<BlobHash> wanted) {
        return wanted.filter(hash -> !blobs.contains(hash)).distinct().toList();
    }
}
