package org.gleaner.core.estimate;

import java.util.List;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;

/**
 * A job in the queue.
 *
 * @param nodes how many it needs at once, a slot on each
 * @param suitable the nodes on which it could run
 */
public record WaitingJob(JobId id, int nodes, List<NodeId> suitable, JobProgress progress) {
    public WaitingJob {
        suitable = suitable.stream().distinct().toList();
        if (nodes < 1) {
            throw new IllegalArgumentException("a job needs a node at least, not " + nodes);
        }
    }
}
