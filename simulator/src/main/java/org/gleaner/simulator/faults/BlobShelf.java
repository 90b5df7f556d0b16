package org.gleaner.simulator.faults;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.gleaner.core.id.BlobHash;

/** The blobs on the server: they survive its crashes. */
final class BlobShelf {
    private final Set<BlobHash> blobs = new TreeSet<>();

    void put(BlobHash hash) {
        blobs.add(hash);
    }

    void lose(BlobHash hash) {
        blobs.remove(hash);
    }

    List<BlobHash> missing(Stream<BlobHash> wanted) {
        return wanted.filter(hash -> !blobs.contains(hash)).distinct().toList();
    }
}
