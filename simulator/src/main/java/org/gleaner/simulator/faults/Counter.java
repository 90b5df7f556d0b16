package org.gleaner.simulator.faults;

import org.gleaner.core.desk.Desk;
import org.gleaner.core.desk.Errand;
import org.gleaner.core.desk.ResultShelf;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.store.History;

/** Where a simulated server takes calls: the real desk, unless a test plants a bug around it. */
@FunctionalInterface
public interface Counter {
    /** So little that several starts do not fit into one answer, as with large jobs on a real server. */
    int START_BYTES = 3_000;

    /** Makes the counter of one life of the server. */
    @FunctionalInterface
    interface Factory {
        Counter make(History history, ResultShelf shelf);
    }

    Errand take(Command command) throws StoreException;

    static Counter real(History history, ResultShelf shelf) {
        return new Desk(history, shelf, START_BYTES)::take;
    }
}
