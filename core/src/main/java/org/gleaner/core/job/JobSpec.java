package org.gleaner.core.job;

import java.util.ArrayList;
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
        JobLimits limits,
        Workplace workplace,
        Turn turn,
        Feedback feedback) {
    private static final int LONGEST_NAME = 200;

    public JobSpec {
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
        checkName("name", name);
        checkName("type", type);
    }

    /** A job that runs in a plain workplace when its usual turn comes. */
    public JobSpec(
            String name,
            String type,
            CommandLine command,
            ArrayShape array,
            List<InputFile> inputs,
            List<OutputFile> outputs,
            Requirements needs,
            JobLimits limits) {
        this(
                name,
                type,
                command,
                array,
                inputs,
                outputs,
                needs,
                limits,
                Workplace.PLAIN,
                Turn.USUAL,
                Feedback.AT_THE_END);
    }

    private static void checkName(String what, String text) {
        if (text.isBlank() || text.length() > LONGEST_NAME || text.chars().anyMatch(c -> c < ' ' || c == 0x7f)) {
            throw new IllegalArgumentException("the job's " + what + " must have 1 to " + LONGEST_NAME
                    + " characters and no control characters: '" + text + "'");
        }
    }

    /** Every file that travels for all tasks: inputs and archives. */
    public List<InputFile> files() {
        List<InputFile> files = new ArrayList<>(inputs);
        files.addAll(workplace.archives());
        return files;
    }

    public int tasks() {
        return array.size();
    }

    public JobSpec withInputs(List<InputFile> changed) {
        return new JobSpec(name, type, command, array, changed, outputs, needs, limits, workplace, turn, feedback);
    }

    public JobSpec with(JobLimits changed) {
        return new JobSpec(name, type, command, array, inputs, outputs, needs, changed, workplace, turn, feedback);
    }

    public JobSpec withTurn(Turn changed) {
        return new JobSpec(name, type, command, array, inputs, outputs, needs, limits, workplace, changed, feedback);
    }

    public JobSpec in(Workplace changed) {
        return new JobSpec(name, type, command, array, inputs, outputs, needs, limits, changed, turn, feedback);
    }

    public JobSpec with(Feedback changed) {
        return new JobSpec(name, type, command, array, inputs, outputs, needs, limits, workplace, turn, changed);
    }
}
