package org.gleaner.core.image;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.grid.StoredGrid.NodeRow;
import org.gleaner.core.grid.StoredGrid.RefusalRow;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.node.Absence;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Duty;
import org.gleaner.core.observer.NodeBelief;
import org.gleaner.core.pool.GridNode;
import org.jspecify.annotations.Nullable;

/**
 * A node as whoever looks ahead needs it.
 *
 * @param belief null: it was never observed
 * @param seen when it was last there
 * @param absence when it was last away and came back; null: nobody knows of one
 * @param offered what it gives now
 * @param load what it last said of its processor, when it was last there
 */
public record SketchedNode(
        NodeRow row,
        @Nullable NodeBelief belief,
        boolean connected,
        Instant seen,
        @Nullable Absence absence,
        Capacity offered,
        NodeLoad load,
        List<RefusalRow> refusals) {
    public SketchedNode {
        refusals = List.copyOf(refusals);
    }

    static SketchedNode of(GridNode node) {
        List<RefusalRow> refusals = new ArrayList<>();
        node.refusals().forEach((recipe, at) -> refusals.add(new RefusalRow(node.id(), recipe, at)));
        return new SketchedNode(
                node.row(),
                node.stored(),
                node.connected(),
                node.seen(),
                node.absence(),
                node.offered(),
                NodeLoad.of(node),
                refusals);
    }

    /** One more of the kind, under a number and a name of its own, that is given work. */
    public SketchedNode twin(NodeId id, String name) {
        NodeRow own = new NodeRow(
                id, row.incarnation(), row.facts().named(name), row.capacity(), row.at(), Duty.WORKING, null);
        List<RefusalRow> refused = new ArrayList<>();
        refusals.forEach(one -> refused.add(new RefusalRow(id, one.recipe(), one.at())));
        return new SketchedNode(own, belief, connected, seen, null, offered, load.ofOthers(), refused);
    }

    public SketchedNode with(Duty duty) {
        return new SketchedNode(row.with(duty), belief, connected, seen, absence, offered, load, refusals);
    }

    public NodeId id() {
        return row.node();
    }
}
