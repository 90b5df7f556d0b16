package org.gleaner.simulator.faults;

import java.util.List;
import java.util.stream.Stream;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.store.History;

/** The blobs on the server's disk: those that were synced survive its crashes. */
public interface BlobShelf {
    /** The last byte has arrived. */
    void arrive(BlobHash hash);

    /** Returns whether it is on disk, so that its sender may hear that; not if the server crashed since it arrived. */
    boolean sync(BlobHash hash);

    /** Returns whether anything was lost. */
    boolean crash();

    /** Whether all of it is there. */
    boolean has(BlobHash hash);

    /** Removes those of these that no job names; returns whether there were any. */
    boolean sweep(List<BlobHash> some, History history) throws StoreException;

    List<BlobHash> all();

    /** What the server asks for before it takes a job or a result that names these. */
    List<BlobHash> missing(Stream<BlobHash> wanted);
}
