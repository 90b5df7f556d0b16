package org.gleaner.core.image;

import org.gleaner.core.id.JobId;
import org.gleaner.core.job.TaskCounts;
import org.jspecify.annotations.Nullable;

/** Where a job stands that something happened to; without tasks it is gone. */
public record JobLine(JobId id, @Nullable TaskCounts tasks) {
    public boolean isGone() {
        return tasks == null;
    }
}
