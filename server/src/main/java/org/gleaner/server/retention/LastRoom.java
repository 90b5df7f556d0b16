package org.gleaner.server.retention;

import java.io.IOException;
import org.gleaner.server.disk.Ballast;
import org.gleaner.server.store.Snapshots;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is left on the database's disk for whoever makes room there: deleting needs a little room itself, and another
 * program may have taken all of it. Thread-safe.
 */
public record LastRoom(Snapshots database, Ballast ballast) {
    /** For the database's log while jobs are deleted, and for all that nodes and the clock change meanwhile. */
    public static final long HEADROOM = 12L << 20;

    private static final Logger LOG = LoggerFactory.getLogger(LastRoom.class);

    /** Gives up the ballast if there would not be enough for a change that makes room. */
    public void makeWay() throws IOException {
        if (database.free() < Ballast.SIZE && ballast.drop()) {
            LOG.warn("the disk is full: the server gives up its reserve so that jobs can be deleted; free more soon");
        }
    }

    /** Makes the ballast again once there is plenty of room. */
    void keep() throws IOException {
        ballast.load();
    }

    /** Whether only changes that make room are served. */
    boolean isCramped() {
        return database.free() < HEADROOM;
    }

    /** Whether nothing is left to give up for them. */
    boolean isUsedUp() {
        return database.free() < Ballast.SIZE && !ballast.isThere();
    }
}
