package org.gleaner.simulator.faults;

import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.store.History;

/** A shelf whose server, after a crash, takes everything for whole that has a name. */
final class TrustingShelf implements BlobShelf {
    private final BlobShelf shelf;
    private final TreeSet<BlobHash> arriving = new TreeSet<>();
    private final TreeSet<BlobHash> torn = new TreeSet<>();

    TrustingShelf(BlobShelf shelf) {
        this.shelf = shelf;
    }

    @Override
    public void arrive(BlobHash hash) {
        arriving.add(hash);
        shelf.arrive(hash);
    }

    @Override
    public boolean sync(BlobHash hash) {
        arriving.remove(hash);
        return shelf.sync(hash) || torn.contains(hash);
    }

    @Override
    public boolean crash() {
        torn.addAll(arriving);
        arriving.clear();
        return shelf.crash();
    }

    @Override
    public boolean has(BlobHash hash) {
        return shelf.has(hash);
    }

    @Override
    public boolean sweep(List<BlobHash> some, History history) throws StoreException {
        return shelf.sweep(some, history);
    }

    @Override
    public List<BlobHash> all() {
        return shelf.all();
    }

    @Override
    public List<BlobHash> missing(Stream<BlobHash> wanted) {
        return shelf.missing(wanted.filter(hash -> !torn.contains(hash)));
    }
}
