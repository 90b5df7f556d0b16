package org.gleaner.core.estimate;

import java.util.List;
import org.gleaner.core.id.NodeId;

/**
 * What becomes of a job, counted from now.
 *
 * @param waits how long it stays in the queue; 0 for one that runs
 * @param ends when it is over
 * @param on where it runs
 */
public record ForeseenJob(double waits, double ends, List<NodeId> on) {
    public ForeseenJob {
        on = List.copyOf(on);
    }
}
