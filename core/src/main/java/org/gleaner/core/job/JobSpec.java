package org.gleaner.core.job;

import java.util.List;

/** Everything about a job that is the same for all its tasks, as its owner described it. */
public record JobSpec(
        String name,
        String type,
        CommandLine command,
        ArrayShape array,
        List<InputFile> inputs,
        List<OutputFile> outputs,
        Requirements needs,
        JobLimits limits) {
    private static final int LONGEST_NAME = 200;

    public JobSpec {
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
        checkName("name", name);
        checkName("type", type);
    }

    private static void checkName(String what, String text) {
        if (text.isBlank() || text.length() > LONGEST_NAME || text.chars().anyMatch(c -> c < ' ' || c == 0x7f)) {
            throw new IllegalArgumentException("the job's " + what + " must have 1 to " + LONGEST_NAME
                    + " characters and no control characters: '" + text + "'");
        }
    }

    public int tasks() {
        return array.size();
    }

    public JobSpec withInputs(List<InputFile> changed) {
        return new JobSpec(name, type, command, array, changed, outputs, needs, limits);
    }
}
