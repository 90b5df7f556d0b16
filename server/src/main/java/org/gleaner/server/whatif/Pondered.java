package org.gleaner.server.whatif;

import java.util.function.BooleanSupplier;
import org.gleaner.core.id.Owner;

/** Something that somebody asked. */
interface Pondered {
    Owner owner();

    /** @param tired whether it is to come to an end with what was found so far */
    void ponder(BooleanSupplier tired);

    /** It comes to nothing, because of a bug or because the server ends. */
    void fail();
}
