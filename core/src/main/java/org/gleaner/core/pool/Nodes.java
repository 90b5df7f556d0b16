package org.gleaner.core.pool;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.node.Duty;
import org.jspecify.annotations.Nullable;

/**
 * All nodes that ever came, and their calls that are held open. Ids only grow and hardly leave a gap, so that nodes are
 * found by their number: every call looks its node up many times. Changed by {@link PoolWriter} alone.
 */
public final class Nodes {
    private final List<GridNode> inOrder = new ArrayList<>();
    private final List<GridNode> view = Collections.unmodifiableList(inOrder);
    private @Nullable GridNode[] byNumber = new GridNode[16];
    private final ConnectedFleet fleet = new ConnectedFleet();
    private final InUse inUse = new InUse();
    private final ParkedCalls parked = new ParkedCalls();
    private long next;

    /** What nodes are called that were not forgotten; null: to be gathered anew. */
    private @Nullable Set<String> names;

    Nodes(long next) {
        this.next = next;
    }

    /** One whose id is higher than all before it. */
    void add(GridNode node) {
        int number = Math.toIntExact(node.id().value());
        if (number >= byNumber.length) {
            byNumber = Arrays.copyOf(byNumber, Math.max(number + 1, 2 * byNumber.length));
        }
        byNumber[number] = node;
        inOrder.add(node);
        names = null;
        next = Math.max(next, number + 1L);
    }

    @Nullable
    public GridNode get(NodeId id) {
        return id.value() < byNumber.length ? byNumber[(int) id.value()] : null;
    }

    /** The node, which must be known. */
    public GridNode node(NodeId id) {
        return Objects.requireNonNull(get(id), () -> "node " + id + " is not known");
    }

    /** The node, unless it never came or was forgotten. */
    @Nullable
    public GridNode known(NodeId id) {
        GridNode node = get(id);
        return node == null || node.duty() == Duty.FORGOTTEN ? null : node;
    }

    /** Whether any node is called so, unless it was forgotten. */
    public boolean isName(String word) {
        Set<String> known = names;
        if (known == null) {
            known = new HashSet<>();
            for (GridNode node : inOrder) {
                if (node.duty() != Duty.FORGOTTEN) {
                    known.add(node.facts().name());
                }
            }
            names = known;
        }
        return known.contains(word);
    }

    /** One may be called otherwise now, or be forgotten. */
    void rename() {
        names = null;
    }

    /** What the next new one is called. */
    public NodeId next() {
        return new NodeId(next);
    }

    public ConnectedFleet fleet() {
        return fleet;
    }

    public InUse inUse() {
        return inUse;
    }

    public ParkedCalls parked() {
        return parked;
    }

    /** In the order of their ids. */
    public List<GridNode> values() {
        return view;
    }

    public int size() {
        return inOrder.size();
    }
}
