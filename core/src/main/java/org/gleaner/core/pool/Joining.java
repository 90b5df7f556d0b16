package org.gleaner.core.pool;

import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.Settings;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.node.Duty;
import org.jspecify.annotations.Nullable;

/**
 * Whether one more node may join: the one home of this rule. The token of a node brings the agents of copied disks, so
 * that a room of cloned machines works at once; but only so many, and theirs bring none, or whoever holds one token
 * could make nodes without end.
 */
public final class Joining {
    /** As many machines as one disk is likely to be copied to. */
    public static final int MOST_COPIES = 100;

    private Joining() {}

    /** Null if it may. */
    @Nullable
    public static Rejection refusal(Nodes nodes, Settings settings, @Nullable NodeId copyOf) {
        int most = settings.count(Setting.MOST_NODES);
        int known = 0;
        int copies = 0;
        for (GridNode node : nodes.values()) {
            if (node.duty() != Duty.FORGOTTEN) {
                known++;
                copies += copyOf != null && copyOf.equals(node.row().copyOf()) ? 1 : 0;
            }
        }
        if (known >= most) {
            return new Rejection.JoinRefused(new Rejection.NoEntry.PoolFull(known));
        }
        GridNode original = copyOf == null ? null : nodes.known(copyOf);
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
