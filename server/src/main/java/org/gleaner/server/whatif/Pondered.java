package org.gleaner.server.whatif;

import java.util.function.BooleanSupplier;
import org.gleaner.core.id.Owner;

/** Something that somebody asked. */
interface Pondered {
    Owner owner();

    /** It has taken so long that nobody waits for the end of the future that is being looked at. */
    @SuppressWarnings("serial") // It is thrown and caught on one thread.
    final class TookTooLong extends RuntimeException {
        TookTooLong() {
            super("it took too long", null, false, false);
        }
    }

    /**
     * @param tired whether it is to come to an end with what was found so far
     * @param spent whether it is to end at once, in the middle of a future
     */
    void ponder(BooleanSupplier tired, BooleanSupplier spent);

    /**
     * It comes to nothing.
     *
     * @param ending whether because the server ends; else because of a bug
     */
    void fail(boolean ending);
}
