package org.gleaner.core.store;

import java.time.Instant;
import java.util.List;
import org.gleaner.core.id.NodeId;

/**
 * Which attempts somebody asks for by time: those that lived at some moment between the two.
 *
 * @param nodes on which; none: on any
 */
public record SpanQuery(Instant since, Instant until, List<NodeId> nodes, int limit) {
    public SpanQuery {
        nodes = List.copyOf(nodes);
    }
}
