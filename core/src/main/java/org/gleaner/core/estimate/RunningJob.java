package org.gleaner.core.estimate;

import java.util.List;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;

/**
 * A job that runs.
 *
 * @param on its nodes, with a slot on each
 */
public record RunningJob(JobId id, List<NodeId> on, JobProgress progress) {
    public RunningJob {
        on = List.copyOf(on);
        if (on.isEmpty()) {
            throw new IllegalArgumentException("a job that runs is somewhere");
        }
    }

    RunningJob at(JobProgress later) {
        return new RunningJob(id, on, later);
    }
}
