package org.gleaner.client.executor;

import java.util.Collection;

/** Nobody here awaits the call any more, but it goes on: it has neither failed nor been cancelled. */
final class LeftToPool extends GridException {
    private static final long serialVersionUID = 1;

    LeftToPool(Collection<String> jobs) {
        super("The call was left to the pool. Attach to job " + jobs + ".", null);
    }
}
