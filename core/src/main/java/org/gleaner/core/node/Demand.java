package org.gleaner.core.node;

import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Requirements;
import org.jspecify.annotations.Nullable;

/**
 * All that decides which nodes could run a job's tasks, apart from its type.
 *
 * @param directory where they run instead of a fresh directory: only nodes with a tag {@code mount=} of this directory
 *     or of one above it have it; none: any node will do
 * @param manyFiles whether a list of its files is longer than agents of 0.1 read
 */
public record Demand(Requirements needs, @Nullable String directory, boolean manyFiles) {
    public static Demand of(JobSpec spec) {
        int inputs = spec.inputs().size() + spec.aside().inputs();
        int outputs = spec.outputs().size() + spec.aside().outputs();
        boolean many = Math.max(inputs, outputs) > NodeFacts.MOST_FILES_IN_0_1;
        return new Demand(spec.needs(), spec.workplace().directory(), many);
    }
}
