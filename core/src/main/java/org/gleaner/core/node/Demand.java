package org.gleaner.core.node;

import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Requirements;
import org.jspecify.annotations.Nullable;

/**
 * All that decides which nodes could run a job's tasks, apart from its type.
 *
 * @param directory where they run instead of a fresh directory: only nodes with a tag {@code mount=} of this directory
 *     or of one above it have it; none: any node will do
 */
public record Demand(Requirements needs, @Nullable String directory) {
    public static Demand of(JobSpec spec) {
        return new Demand(spec.needs(), spec.workplace().directory());
    }
}
