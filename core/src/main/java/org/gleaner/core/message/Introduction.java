package org.gleaner.core.message;

import java.util.List;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Held;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.core.observer.Stay;

/** A node introduces itself, at its start and whenever the server does not know its incarnation. */
public record Introduction(NodeFacts facts, Capacity capacity, List<Held> holds, Stay stay) {
    /** From an agent that does not say how long it has been there. */
    public Introduction(NodeFacts facts, Capacity capacity, List<Held> holds) {
        this(facts, capacity, holds, Stay.UNKNOWN);
    }

    public Introduction {
        holds = List.copyOf(holds);
    }
}
