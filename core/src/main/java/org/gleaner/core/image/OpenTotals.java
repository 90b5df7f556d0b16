package org.gleaner.core.image;

import java.util.Collections;
import org.gleaner.core.job.TaskCounts;

/** How much is open: the tasks of all open jobs of somebody by state, and how many jobs these are. */
public record OpenTotals(TaskCounts tasks, int jobs) {
    public static final OpenTotals NONE = new OpenTotals(TaskCounts.of(Collections.emptyMap()), 0);
}
