package org.gleaner.server.store;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import org.gleaner.core.grid.StoreException;

/**
 * A database of one make: how it is reached, and what keeps others from writing to it. All SQL is written so that every
 * make understands it ({@link SqlTables}, {@link SqlHistory}, the readers); what differs is here and in its first
 * migration.
 */
interface Database {
    /** The make, as people know it. */
    String make();

    /** Where it is, as a data directory remembers it. */
    String place();

    /**
     * The one connection that changes anything. A commit is durable when it returns. Nobody else can have changed
     * anything since the last one, nor can a transaction that the last one left behind still be committed.
     */
    SqlSession writer() throws SQLException;

    /** See {@link org.gleaner.core.grid.Store#checkThere}. */
    default void checkThere() throws StoreException {}

    /** Gives back what a transaction that failed has taken of the disk. To be called when it was rolled back. */
    default void reclaim() throws IOException {}

    /** Why its disk takes nothing, and what to do, if that can be found out; empty: it does, or nobody knows. */
    default Optional<StoreException> hindrance() {
        return Optional.empty();
    }

    /** See {@link org.gleaner.core.grid.Store#hasRoom}. */
    default boolean hasRoom() {
        return false;
    }

    /** See {@link Snapshots#free}. */
    default long free() {
        return Long.MAX_VALUE;
    }

    /** What it takes on its disk. */
    long bytes(SqlSession session) throws StoreException;

    /** See {@link Snapshots#spare}. */
    long spare(SqlSession session) throws StoreException;

    /** Writes all that is committed at one moment into a new SQLite file. */
    void copyTo(Path file) throws SQLException;

    /** A connection that changes nothing; all statements of a transaction see the same commit. */
    SqlSession reader() throws SQLException;
}
