package org.gleaner.core.image;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.core.grid.Served;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.observer.TypeBelief;

/**
 * What became of the sketch of the grid since the change before.
 *
 * @param first whether all that was known before is void
 * @param behind whether more has changed than is told here; the rest follows soon
 * @param gone jobs that are no longer open
 * @param forgotten nodes
 * @param types what is believed of them now
 * @param unknown types of which nothing is believed any more
 * @param served how those who share the pool stand
 */
public record SketchChange(
        boolean first,
        boolean behind,
        List<SketchedJob> jobs,
        List<JobId> gone,
        List<SketchedNode> nodes,
        List<NodeId> forgotten,
        Map<TypeKey, TypeBelief> types,
        List<TypeKey> unknown,
        Served served) {
    public SketchChange {
        jobs = List.copyOf(jobs);
        gone = List.copyOf(gone);
        nodes = List.copyOf(nodes);
        forgotten = List.copyOf(forgotten);
        types = Collections.unmodifiableMap(new LinkedHashMap<>(types));
        unknown = List.copyOf(unknown);
    }
}
