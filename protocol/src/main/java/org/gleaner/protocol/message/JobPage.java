package org.gleaner.protocol.message;

import java.util.List;
import org.gleaner.core.grid.Reply.JobSummary;

/**
 * Jobs, youngest first.
 *
 * @param more whether the limit cut the list
 */
public record JobPage(List<JobSummary> jobs, boolean more) {
    public JobPage {
        jobs = List.copyOf(jobs);
    }
}
