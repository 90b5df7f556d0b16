package org.gleaner.core.store;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.gleaner.core.grid.StoredBeliefs;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.observer.NodeBelief;
import org.gleaner.core.observer.Presence;
import org.gleaner.core.observer.StayWeek;
import org.gleaner.core.observer.TypeBelief;
import org.jspecify.annotations.Nullable;

/** What an {@link InMemoryStore} holds of the observer: its beliefs, and the stays of nodes, old ones by week. */
final class InMemoryBeliefs implements Tables.Beliefs {
    private final UndoLog undo;
    private final TreeMap<NodeId, NodeBelief> nodes = new TreeMap<>();
    private final TreeMap<TypeKey, TypeBelief> types = new TreeMap<>();
    private final TreeMap<NodeId, List<PastStay>> stays = new TreeMap<>();
    private final TreeMap<NodeId, TreeMap<Long, StayWeek>> weeks = new TreeMap<>();

    InMemoryBeliefs(UndoLog undo) {
        this.undo = undo;
    }

    StoredBeliefs stored() {
        return new StoredBeliefs(nodes, types);
    }

    @Override
    public void put(NodeId node, NodeBelief belief) {
        undo.put(nodes, node, belief.with(stored(belief.presence())));
    }

    private static Presence stored(Presence presence) {
        return new Presence(
                presence.stay(),
                presence.before().truncatedTo(ChronoUnit.MILLIS),
                stored(presence.since()),
                stored(presence.seen()));
    }

    private static @Nullable Instant stored(@Nullable Instant at) {
        return at == null ? null : InMemoryTables.stored(at);
    }

    @Override
    public void remove(NodeId node) {
        undo.remove(nodes, node);
        undo.remove(stays, node);
        undo.remove(weeks, node);
    }

    @Override
    public void put(TypeKey type, TypeBelief belief) {
        undo.put(types, type, belief.with(InMemoryTables.stored(belief.used())));
    }

    @Override
    public void remove(TypeKey type) {
        undo.remove(types, type);
    }

    @Override
    public void insert(PastStay stay) {
        List<PastStay> more = new ArrayList<>(stays.getOrDefault(stay.node(), List.of()));
        PastStay row = new PastStay(stay.node(), InMemoryTables.stored(stay.from()), InMemoryTables.stored(stay.to()));
        if (!more.contains(row)) {
            more.add(row);
        }
        undo.put(stays, stay.node(), more);
    }

    @Override
    public void foldStays(Instant before) {
        Instant limit = InMemoryTables.stored(before);
        for (NodeId node : List.copyOf(stays.keySet())) {
            List<PastStay> kept = new ArrayList<>();
            TreeMap<Long, StayWeek> sums = new TreeMap<>(weeks.getOrDefault(node, new TreeMap<>()));
            for (PastStay stay : stays.getOrDefault(node, List.of())) {
                if (stay.to().isBefore(limit)) {
                    sums.merge(StayWeek.of(stay.to()), week(stay), StayWeek::plus);
                } else {
                    kept.add(stay);
                }
            }
            undo.put(stays, node, kept);
            undo.put(weeks, node, sums);
        }
    }

    List<PastStay> stays() {
        return stays.values().stream().flatMap(List::stream).toList();
    }

    private static StayWeek week(PastStay stay) {
        return new StayWeek(StayWeek.of(stay.to()), 1, Duration.between(stay.from(), stay.to()));
    }

    /** Sums of what is folded and what is not. */
    List<StayWeek> weeks(NodeId node) {
        TreeMap<Long, StayWeek> sums = new TreeMap<>(weeks.getOrDefault(node, new TreeMap<>()));
        for (PastStay stay : stays.getOrDefault(node, List.of())) {
            sums.merge(StayWeek.of(stay.to()), week(stay), StayWeek::plus);
        }
        return List.copyOf(sums.values());
    }
}
