package org.gleaner.core.pool;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.TreeSet;
import org.gleaner.core.grid.Address;
import org.gleaner.core.grid.SoftEvent;
import org.gleaner.core.id.NodeId;
import org.jspecify.annotations.Nullable;

/** The syncs that are held open, one for each node that waits for work. Soft. Changed by {@link PoolWriter} alone. */
public final class ParkedCalls {
    /** A sync that is held open. */
    public record Call(GridNode node, Address address, Instant until, Instant since) {}

    /** Who waits longest comes first. */
    private final LinkedHashMap<NodeId, Call> calls = new LinkedHashMap<>();

    /** Nodes that have more room since their call is held open and consequences were last drawn. */
    private final TreeSet<NodeId> roomier = new TreeSet<>();

    /** No call ends by itself before this. */
    private Instant nextReturn = Instant.MAX;

    public boolean isEmpty() {
        return calls.isEmpty();
    }

    /** Who waits longest comes first. */
    public Collection<Call> all() {
        return Collections.unmodifiableCollection(calls.values());
    }

    @Nullable
    public Call of(NodeId node) {
        return calls.get(node);
    }

    /** No call ends by itself before this. */
    public Instant nextReturn() {
        return nextReturn;
    }

    /** Whether a node that waits got room since consequences were last drawn, and was not given work for it. */
    public boolean haveNewRoom() {
        for (NodeId node : roomier) {
            Call call = calls.get(node);
            if (call != null && call.node().free().slots() > 0) {
                return true;
            }
        }
        return false;
    }

    void park(GridNode node, SoftEvent.NodeParked event) {
        calls.put(node.id(), new Call(node, event.address(), event.until(), event.since()));
        expect(event.until());
    }

    void unpark(NodeId node) {
        calls.remove(node);
    }

    void findNextReturn() {
        nextReturn = Instant.MAX;
        calls.values().forEach(call -> expect(call.until()));
    }

    private void expect(Instant until) {
        nextReturn = until.isBefore(nextReturn) ? until : nextReturn;
    }

    void makeRoom(NodeId node) {
        if (calls.containsKey(node)) {
            roomier.add(node);
        }
    }

    void settle() {
        roomier.clear();
    }

    void shift(Duration by) {
        calls.replaceAll((node, call) ->
                new Call(call.node(), call.address(), call.until().plus(by), call.since()));
    }
}
