package org.gleaner.core.grid;

import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.JobWeight;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.OutputFile;

/** How large a job may be, in words for whoever sent it. */
public final class SpecBounds {
    private SpecBounds() {}

    /** What is too large about a job; nothing if it may come. */
    public static List<String> violations(JobSpec spec) {
        List<String> violations = new ArrayList<>();
        long weight = JobWeight.spec(spec);
        if (weight > JobWeight.SPEC_LIMIT) {
            violations.add("its command, variables, set-up and archives take " + new MemorySize(weight)
                    + " of memory, the most is " + new MemorySize(JobWeight.SPEC_LIMIT)
                    + "; put long texts into an input file");
        }
        violations.addAll(files(spec.inputs(), spec.outputs(), 0));
        return violations;
    }

    /**
     * The same of its lists of files.
     *
     * @param aside how many more outputs lie in the store
     */
    static List<String> files(List<InputFile> inputs, List<OutputFile> outputs, int aside) {
        List<String> violations = new ArrayList<>();
        int names = inputs.size() + outputs.size() + aside;
        if (names > JobWeight.NAMES_LIMIT) {
            violations.add("it names " + names + " inputs and outputs, the most is " + JobWeight.NAMES_LIMIT
                    + "; pack them into archives");
        }
        long weight = JobWeight.inputs(inputs) + JobWeight.outputs(outputs);
        if (weight > JobWeight.FILES_LIMIT) {
            violations.add("the names of its files take " + new MemorySize(weight) + " of memory, the most is "
                    + new MemorySize(JobWeight.FILES_LIMIT) + "; pack them into an archive");
        }
        return violations;
    }
}
