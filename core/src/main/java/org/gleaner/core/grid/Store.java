package org.gleaner.core.grid;

import java.util.List;

/** Where the grid's hard facts are durable. Confined to whoever runs the batch step. */
public interface Store {
    /**
     * Makes all these events durable in one transaction, in order, or none of them. An exception means that the
     * outcome is unknown: the caller throws its state away and loads again.
     */
    void write(List<GridEvent.Hard> events) throws StoreException;

    /** Whether something could be written now: an exception if not. Changes nothing. */
    default void tryWrite() throws StoreException {}

    /** Whether it still is where it was: an exception if not. Costs next to nothing. */
    default void checkThere() throws StoreException {}

    /** Whether its disk has room for large writes, too, or was given some since a write failed; false if unknown. */
    default boolean hasRoom() {
        return false;
    }

    /** All that is open. Equal to the state in memory after any batch. */
    StoredGrid load() throws StoreException;
}
