package org.gleaner.core.message;

import java.util.List;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Held;
import org.gleaner.core.node.NodeFacts;

/** A node introduces itself, at its start and whenever the server does not know its incarnation. */
public record Introduction(NodeFacts facts, Capacity capacity, List<Held> holds) {
    public Introduction {
        holds = List.copyOf(holds);
    }
}
