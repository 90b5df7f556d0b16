package org.gleaner.protocol.message;

import java.util.List;
import org.gleaner.core.id.JobId;

/**
 * Tasks of a job in the order of their ordinals.
 *
 * @param next the ordinal to ask from next; 0 at the end
 */
public record TaskPage(JobId job, List<TaskRow> tasks, int next) {
    public TaskPage {
        tasks = List.copyOf(tasks);
    }
}
