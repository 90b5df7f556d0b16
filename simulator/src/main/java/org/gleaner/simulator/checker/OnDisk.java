package org.gleaner.simulator.checker;

import java.util.function.Predicate;
import org.gleaner.core.grid.Store;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.store.History;

/**
 * What the server has on disk, read without faults.
 *
 * @param content whether a blob is there
 */
public record OnDisk(Store store, History history, Predicate<BlobHash> content) {}
