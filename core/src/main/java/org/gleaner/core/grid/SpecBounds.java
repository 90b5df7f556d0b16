package org.gleaner.core.grid;

import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.JobWeight;
import org.gleaner.core.job.OutputFile;

/** How large a job may be. */
public final class SpecBounds {
    private SpecBounds() {}

    /** What is too large about a job; nothing if it may come. */
    public static List<Violation> violations(JobSpec spec) {
        List<Violation> violations = new ArrayList<>();
        long weight = JobWeight.spec(spec);
        if (weight > JobWeight.SPEC_LIMIT) {
            violations.add(new Violation.TooMuch(Violation.Part.SPEC, weight, JobWeight.SPEC_LIMIT));
        }
        violations.addAll(files(spec.inputs(), spec.outputs(), 0));
        return violations;
    }

    /**
     * The same of its lists of files.
     *
     * @param aside how many more outputs lie in the store
     */
    public static List<Violation> files(List<InputFile> inputs, List<OutputFile> outputs, int aside) {
        List<Violation> violations = new ArrayList<>();
        int names = inputs.size() + outputs.size() + aside;
        if (names > JobWeight.NAMES_LIMIT) {
            violations.add(new Violation.TooMuch(Violation.Part.FILES, names, JobWeight.NAMES_LIMIT));
        }
        long weight = JobWeight.inputs(inputs) + JobWeight.outputs(outputs);
        if (weight > JobWeight.FILES_LIMIT) {
            violations.add(new Violation.TooMuch(Violation.Part.FILE_NAMES, weight, JobWeight.FILES_LIMIT));
        }
        return violations;
    }
}
