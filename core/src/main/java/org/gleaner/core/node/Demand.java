package org.gleaner.core.node;

import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Requirements;
import org.jspecify.annotations.Nullable;

/**
 * All that decides which nodes could run a job's tasks, apart from its type.
 *
 * @param directory where they run instead of a fresh directory: only nodes with a tag {@code mount=} of this directory
 *     or of one above it have it; none: any node will do
 * @param manyInputs whether it names more than agents of 0.1 read
 */
public record Demand(Requirements needs, @Nullable String directory, boolean manyInputs) {
    public static Demand of(JobSpec spec) {
        int inputs = spec.inputs().size() + spec.aside().inputs();
        return new Demand(spec.needs(), spec.workplace().directory(), inputs > NodeFacts.MOST_INPUTS_IN_0_1);
    }
}
