package org.gleaner.core.desk;

import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.StoreException;

/** What is left to do for a call: ask the grid and go on with its reply, or tell the caller. */
public sealed interface Errand {
    /**
     * Ask the grid.
     *
     * @param decided to be run once, when the command is decided and durable or was not taken
     */
    record Ask(Command command, Runnable decided, Then then) implements Errand {
        Ask(Command command, Then then) {
            this(command, () -> {}, then);
        }
    }

    /** Tell the caller. */
    record Done(Reply reply) implements Errand {}

    /** How it goes on with the grid's reply; may wait for the store. */
    @FunctionalInterface
    interface Then {
        Errand on(Reply reply) throws StoreException;
    }

    static Errand refused(Rejection why) {
        return new Done(new Reply.Refused(why));
    }
}
