package org.gleaner.protocol.message;

import java.util.List;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.id.JobId;

/**
 * Where the jobs stand that were asked for, in the order in which they were.
 *
 * @param unknown those that there are not, for this caller
 */
public record JobStates(List<JobSummary> jobs, List<JobId> unknown) {
    public JobStates {
        jobs = List.copyOf(jobs);
        unknown = List.copyOf(unknown);
    }
}
