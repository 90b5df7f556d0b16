package org.gleaner.server.store;

import java.nio.file.Path;
import org.gleaner.core.grid.StoreException;

/** What a store tells of itself as a whole. Thread-safe. */
public interface Snapshots {
    /** The make of the database, in small letters. */
    String kind();

    /** What the database takes on its disk. */
    long bytes() throws StoreException;

    /** How much of that is empty, and is filled before the database takes more of its disk. */
    long spare() throws StoreException;

    /** What its disk has left, in bytes; as much as can be if that is unknown. */
    long free();

    /** Writes all that is durable at one moment into a new SQLite file, while the work goes on. */
    void copyTo(Path file) throws StoreException;
}
