package org.gleaner.simulator.faults;

import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.store.History;

/** A call as it reaches the server: the command that it means, with what must be known of history and blobs. */
@FunctionalInterface
interface RoutedCall {
    Command route(History history, BlobShelf blobs) throws StoreException;
}
