package org.gleaner.core.pool;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.gleaner.core.id.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * All nodes that ever came. Their ids only grow and hardly leave a gap, so that they are found by their number: every
 * call looks its node up many times. Confined to who holds the
 * {@link PoolWriter}.
 */
public final class Nodes {
    private final List<GridNode> inOrder = new ArrayList<>();
    private final List<GridNode> view = Collections.unmodifiableList(inOrder);
    private @Nullable GridNode[] byNumber = new GridNode[16];

    /** One whose id is higher than all before it. */
    void add(GridNode node) {
        int number = Math.toIntExact(node.id().value());
        if (number >= byNumber.length) {
            byNumber = Arrays.copyOf(byNumber, Math.max(number + 1, 2 * byNumber.length));
        }
        byNumber[number] = node;
        inOrder.add(node);
    }

    @Nullable
    public GridNode get(NodeId id) {
        return id.value() < byNumber.length ? byNumber[(int) id.value()] : null;
    }

    /** In the order of their ids. */
    public List<GridNode> values() {
        return view;
    }

    public int size() {
        return inOrder.size();
    }
}
