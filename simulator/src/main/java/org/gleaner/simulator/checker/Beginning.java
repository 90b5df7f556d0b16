package org.gleaner.simulator.checker;

import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;
import org.jspecify.annotations.Nullable;

/** An attempt that a node has from now on, be it new or one that was given up. */
record Beginning(AttemptId attempt, NodeId node, int lane) {
    /** Null if nothing begins with the event. */
    static @Nullable Beginning of(GridEvent.Hard event) {
        if (event instanceof GridEvent.AttemptAssigned assigned) {
            return new Beginning(assigned.attempt(), assigned.node(), assigned.lane());
        }
        return event instanceof GridEvent.AttemptRevived revived
                ? new Beginning(revived.attempt(), revived.node(), revived.lane())
                : null;
    }
}
