package org.gleaner.server.route;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.gleaner.core.grid.StoreException;
import org.gleaner.server.http.FrontProblems;
import org.gleaner.server.http.Refused;
import org.gleaner.server.retention.LastRoom;
import org.gleaner.server.store.Snapshots;

/**
 * Whether the database has room for more rows. What only adds some is refused before its disk is full, because whatever
 * frees space (cancelling, pausing, deleting) needs a little of it first. What was let in and is not written yet counts
 * too. Thread-safe.
 */
final class RowRoom {
    private static final long HEADROOM = LastRoom.HEADROOM;

    /** The same if the rows themselves find room inside of the database. */
    private static final long LEAST = HEADROOM / 2;

    private final Snapshots database;
    private final LastRoom last;
    private final AtomicLong promised = new AtomicLong();

    RowRoom(LastRoom last) {
        this.database = last.database();
        this.last = last;
    }

    /** Room for some rows until they are written, if there was any. */
    final class Claim implements AutoCloseable {
        private final long bytes;
        private final AtomicBoolean held = new AtomicBoolean(true);
        private volatile boolean passedOn;
        private boolean fits;

        private Claim(long bytes) {
            this.bytes = bytes;
            promised.addAndGet(bytes);
        }

        private Claim decided(boolean found) {
            fits = found;
            if (!found) {
                release();
            }
            return this;
        }

        boolean fits() {
            return fits;
        }

        /** Refuses what does not fit. */
        void check() throws Refused {
            if (!fits) {
                throw new Refused(FrontProblems.diskFull());
            }
        }

        /** From now on it ends with this, which may run more than once, and not with its block. */
        Runnable until(Runnable over) {
            passedOn = true;
            return () -> {
                release();
                over.run();
            };
        }

        private void release() {
            if (held.getAndSet(false)) {
                promised.addAndGet(-bytes);
            }
        }

        @Override
        public void close() {
            if (!passedOn) {
                release();
            }
        }
    }

    /** Fits if there is plenty for so many bytes. Waits for nothing; if it does not, {@link #claim} knows more. */
    Claim claimAmple(long bytes) {
        Claim claim = new Claim(bytes);
        return claim.decided(isAmple());
    }

    /** Fits if so many bytes do, on the disk or in what was deleted. */
    Claim claim(long bytes) throws StoreException {
        Claim claim = new Claim(bytes);
        boolean found = false;
        try {
            found = isAmple()
                    || (database.free() - LEAST >= promised.get()
                            && database.free() + database.spare() - HEADROOM >= needed());
        } finally {
            claim.decided(found);
        }
        return claim;
    }

    private boolean isAmple() {
        return database.free() - HEADROOM >= needed();
    }

    /** For changes that end in more room; waits for the disk. */
    void makeWay() throws IOException {
        last.makeWay();
    }

    /** What is written is in the database's log first, and then in its file. */
    private long needed() {
        return 2 * promised.get();
    }
}
