package org.gleaner.server.route;

import java.io.IOException;
import org.gleaner.core.grid.StoreException;
import org.gleaner.server.http.FrontProblems;
import org.gleaner.server.http.Refused;
import org.gleaner.server.retention.LastRoom;
import org.gleaner.server.store.Snapshots;

/**
 * Whether the database has room for more rows. What only adds some is refused before its disk is full, because whatever
 * frees space (cancelling, pausing, deleting) needs a little of it first. Thread-safe.
 */
record RowRoom(Snapshots database, LastRoom last) {
    private static final long HEADROOM = LastRoom.HEADROOM;

    /** The same if the rows themselves find room inside of the database. */
    private static final long LEAST = HEADROOM / 2;

    /** Whether there is plenty for so many bytes. Waits for nothing; if it says no, {@link #has} knows more. */
    boolean isAmple(long bytes) {
        return database.free() - HEADROOM >= needed(bytes);
    }

    /** Whether so many bytes fit, on the disk or in what was deleted. */
    boolean has(long bytes) throws StoreException {
        return isAmple(bytes)
                || (database.free() - LEAST >= bytes && database.free() + database.spare() - HEADROOM >= needed(bytes));
    }

    /** Refuses what does not fit. */
    void check(long bytes) throws StoreException, Refused {
        if (!has(bytes)) {
            throw new Refused(FrontProblems.diskFull());
        }
    }

    /** For changes that end in more room; waits for the disk. */
    void makeWay() throws IOException {
        last.makeWay();
    }

    /** What is written is in the database's log first, and then in its file. */
    private static long needed(long bytes) {
        return 2 * bytes;
    }
}
