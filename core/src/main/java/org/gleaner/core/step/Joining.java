package org.gleaner.core.step;

import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.node.Duty;
import org.gleaner.core.pool.GridNode;
import org.jspecify.annotations.Nullable;

/**
 * Whether one more node may join: the one home of this rule. The token of a node brings the agents of copied disks, so
 * that a room of cloned machines works at once; but only so many, and theirs bring none, or whoever holds one token
 * could make nodes without end.
 */
final class Joining {
    /** As many machines as one disk is likely to be copied to. */
    static final int MOST_COPIES = 100;

    private final GridState state;

    Joining(GridState state) {
        this.state = state;
    }

    /** Null if it may. */
    @Nullable
    Rejection refusal(@Nullable NodeId copyOf) {
        int most = state.settings.count(Setting.MOST_NODES);
        int known = 0;
        int copies = 0;
        for (GridNode node : state.nodes.values()) {
            if (node.duty() != Duty.FORGOTTEN) {
                known++;
                copies += copyOf != null && copyOf.equals(node.row().copyOf()) ? 1 : 0;
            }
        }
        if (known >= most) {
            return new Rejection.JoinRefused(new Rejection.NoEntry.PoolFull(known));
        }
        GridNode original = copyOf == null ? null : state.known(copyOf);
        if (copyOf != null && original == null) {
            return new Rejection.UnknownNode(copyOf);
        }
        if (copyOf == null || original == null) {
            return null;
        }
        if (original.row().copyOf() != null) {
            return new Rejection.JoinRefused(new Rejection.NoEntry.CopyOfCopy(copyOf));
        }
        return copies < MOST_COPIES
                ? null
                : new Rejection.JoinRefused(new Rejection.NoEntry.TooManyCopies(copyOf, MOST_COPIES));
    }
}
