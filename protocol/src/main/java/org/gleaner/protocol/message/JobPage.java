package org.gleaner.protocol.message;

import java.util.List;
import org.gleaner.core.grid.Reply.JobSummary;
import org.jspecify.annotations.Nullable;

/**
 * Jobs in the order that was asked for.
 *
 * @param more whether the limit cut the list
 * @param next where to go on then; empty if nothing is left, and from a server of version 0.1
 * @param total how many there are in all, if that was asked
 */
public record JobPage(
        List<JobSummary> jobs,
        boolean more,
        String next,
        @Nullable Long total) {
    public JobPage {
        jobs = List.copyOf(jobs);
    }

    public JobPage(List<JobSummary> jobs, boolean more) {
        this(jobs, more, "", null);
    }
}
