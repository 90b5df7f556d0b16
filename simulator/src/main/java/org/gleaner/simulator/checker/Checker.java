package org.gleaner.simulator.checker;

import java.time.Duration;
import java.util.List;
import org.gleaner.core.grid.AddressedCommand;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.StoreException;

/** Watches a world and throws a {@link BrokenRule} when something happens that must never happen. */
public interface Checker {
    /** For people and for the tests that plant its bug. */
    default String name() {
        return getClass().getSimpleName();
    }

    /** A route has made this command of what it read; what it should have read is on disk. */
    default void routed(AddressedCommand command, OnDisk disk, Ledger ledger) throws StoreException {}

    /**
     * The server is about to run these commands.
     *
     * @param awake how long this life of the server has lasted, without the pauses that its time rules forgive
     */
    default void before(List<AddressedCommand> commands, Ledger ledger, Duration awake) {}

    /** An event has become durable, whether the server knows it or not; the ledger does not have it yet. */
    default void committed(GridEvent.Hard event, Ledger before) {}

    /** A batch ended, well or with a failed write. */
    default void ran(BatchRun batch) throws StoreException {}

    /** A caller is told this, if the line holds. */
    default void told(Reply reply, Ledger ledger) {}

    /** The server died; all calls that waited died with it. */
    default void crashed() {}

    /** All has healed and all work is over. */
    default void ended(BatchRun last) throws StoreException {}

    default BrokenRule violation(String what) {
        return new BrokenRule(name(), what);
    }
}
