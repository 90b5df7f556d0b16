package org.gleaner.simulator.faults;

import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.desk.ResultShelf;
import org.gleaner.core.id.BlobHash;

/** The content of results as the desk sees it: no task here leaves so many files that they are in a list. */
record SimulatedResults(BlobShelf blobs) implements ResultShelf {
    @Override
    public boolean each(ResultFile list, Visitor visitor) {
        return false;
    }

    @Override
    public Hold hold() {
        return new Hold() {
            private final List<BlobHash> begun = new ArrayList<>();

            @Override
            public void keep(ResultFile small) {
                blobs.arrive(small.hash());
                begun.add(small.hash());
            }

            @Override
            public void settle() {
                for (BlobHash hash : begun) {
                    boolean unused = blobs.sync(hash);
                }
            }

            @Override
            public boolean take(BlobHash blob) {
                return blobs.has(blob);
            }

            @Override
            public void release() {}
        };
    }
}
