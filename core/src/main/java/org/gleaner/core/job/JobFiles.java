package org.gleaner.core.job;

import java.util.List;

/** The names of a job's files that all its tasks share. */
public record JobFiles(List<InputFile> inputs, List<OutputFile> outputs) {
    public JobFiles {
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
    }
}
