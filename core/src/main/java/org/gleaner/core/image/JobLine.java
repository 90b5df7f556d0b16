package org.gleaner.core.image;

import org.gleaner.core.id.JobId;
import org.gleaner.core.job.TaskCounts;
import org.jspecify.annotations.Nullable;

/**
 * Where a job stands that something happened to; without tasks it is gone.
 *
 * @param growing whether more tasks may come to it
 * @param solved whether its problem is solved, so that nobody needed what of it is cancelled
 */
public record JobLine(JobId id, @Nullable TaskCounts tasks, boolean growing, boolean solved) {
    public JobLine {
        solved = solved && tasks != null && tasks.cancelled() > 0;
    }

    /** One to which no more tasks come. */
    public JobLine(JobId id, @Nullable TaskCounts tasks) {
        this(id, tasks, false, false);
    }

    public boolean isGone() {
        return tasks == null;
    }
}
