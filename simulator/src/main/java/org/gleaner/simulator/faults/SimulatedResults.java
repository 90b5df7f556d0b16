package org.gleaner.simulator.faults;

import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.desk.ResultShelf;

/** The content of results as the desk sees it: no task here leaves so many files that they are in a list. */
record SimulatedResults(BlobShelf blobs) implements ResultShelf {
    @Override
    public boolean each(ResultFile list, Visitor visitor) {
        return false;
    }

    @Override
    public Hold hold() {
        return new Hold() {
            @Override
            public void keep(ResultFile small) {
                blobs.arrive(small.hash());
                boolean unused = blobs.sync(small.hash());
            }

            @Override
            public void release() {}
        };
    }
}
