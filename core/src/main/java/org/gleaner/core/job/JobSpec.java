package org.gleaner.core.job;

import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * Everything about a job that is the same for all its tasks, as its owner described it.
 *
 * @param aside what of it is not here because only the store keeps it; nothing where a job comes or goes as a whole
 * @param origin the job whose tasks it runs again; null: none
 */
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
        Feedback feedback,
        Aside aside,
        @Nullable JobId origin) {
    private static final int LONGEST_NAME = 200;

    public JobSpec {
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
        checkName("name", name);
        checkName("type", type);
    }

    /** A job that is here as a whole and runs in a plain workplace when its usual turn comes. */
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
                Feedback.AT_THE_END,
                Aside.NOTHING,
                null);
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

    /** Whether more tasks may come to it. */
    public boolean isGrowing() {
        return array instanceof ArrayShape.Listed listed && listed.growing();
    }

    /** Whether more tasks could come to it, or might have until it was sealed: that it grew is not kept. */
    public boolean mayHaveGrown() {
        return array instanceof ArrayShape.Listed;
    }

    /** The same with so many more tasks. */
    public JobSpec grown(int more) {
        return array instanceof ArrayShape.Listed listed ? with(listed.with(more)) : this;
    }

    /** The same when no more tasks come to it. */
    public JobSpec asSealed() {
        return array instanceof ArrayShape.Listed listed
                ? with(new ArrayShape.Listed(listed.size(), listed.columns(), false, listed.hosting()))
                : this;
    }

    /** How far the problem is whose units are its tasks; null: it is none. */
    public @Nullable Hosting hosting() {
        return array instanceof ArrayShape.Listed listed ? listed.hosting() : null;
    }

    /** Whether its tasks are units of a problem of which the answer is found. */
    public boolean isSolved() {
        Hosting hosting = hosting();
        return hosting != null && hosting.isSolved();
    }

    /** The same when the problem is so far; null: when it is none. */
    public JobSpec hosted(@Nullable Hosting changed) {
        return array instanceof ArrayShape.Listed listed
                ? with(new ArrayShape.Listed(listed.size(), listed.columns(), listed.growing(), changed))
                : this;
    }

    private JobSpec with(ArrayShape changed) {
        return new JobSpec(
                name, type, command, changed, inputs, outputs, needs, limits, workplace, turn, feedback, aside, origin);
    }

    /** The same with long lists of files left aside: what memory holds of it while the store has the rest. */
    public JobSpec kept() {
        boolean longInputs = JobWeight.isLong(JobWeight.inputs(inputs));
        boolean longOutputs = JobWeight.isLong(JobWeight.outputs(outputs));
        if (!longInputs && !longOutputs) {
            return this;
        }
        Aside left = new Aside(
                longInputs ? inputs.size() : aside.inputs(),
                longOutputs ? outputs.size() : aside.outputs(),
                aside.all());
        return with(longInputs ? List.of() : inputs, longOutputs ? List.of() : outputs, left);
    }

    /** The same with all its files. */
    public JobSpec with(JobFiles files) {
        return with(files.inputs(), files.outputs(), new Aside(0, 0, aside.all()));
    }

    public JobSpec withInputs(List<InputFile> changed) {
        return with(changed, outputs, new Aside(0, aside.outputs(), aside.all()));
    }

    private JobSpec with(List<InputFile> in, List<OutputFile> out, Aside left) {
        return new JobSpec(name, type, command, array, in, out, needs, limits, workplace, turn, feedback, left, origin);
    }

    public JobSpec with(JobLimits changed) {
        return with(changed, workplace, turn, feedback);
    }

    public JobSpec withTurn(Turn changed) {
        return with(limits, workplace, changed, feedback);
    }

    public JobSpec needing(Requirements changed) {
        return new JobSpec(
                name, type, command, array, inputs, outputs, changed, limits, workplace, turn, feedback, aside, origin);
    }

    public JobSpec running(CommandLine changed) {
        return new JobSpec(
                name, type, changed, array, inputs, outputs, needs, limits, workplace, turn, feedback, aside, origin);
    }

    public JobSpec in(Workplace changed) {
        return with(limits, changed, turn, feedback);
    }

    public JobSpec with(Feedback changed) {
        return with(limits, workplace, turn, changed);
    }

    private JobSpec with(JobLimits most, Workplace where, Turn when, Feedback told) {
        return new JobSpec(name, type, command, array, inputs, outputs, needs, most, where, when, told, aside, origin);
    }

    /** Tasks of that job again, as a job of their own: it waits only for what it has files of, which is done. */
    public JobSpec again(JobId first, ArrayShape tasks) {
        Turn own = new Turn(turn.priority(), turn.weight(), turn.sources(), null, false);
        return new JobSpec(
                name, type, command, tasks, inputs, outputs, needs, limits, workplace, own, feedback, aside, first);
    }

    /** Other tasks of the same kind, which come in their own turn. */
    public JobSpec like(ArrayShape tasks, JobLimits most, Turn when) {
        return new JobSpec(
                name, type, command, tasks, inputs, outputs, needs, most, workplace, when, feedback, aside, origin);
    }

    /** What stands for a job that is larger than is taken: by name and number only. */
    public static JobSpec tooLarge(String name, String type, int tasks) {
        return new JobSpec(
                name,
                type,
                new CommandLine.Words(List.of("too-large")),
                tasks == 1 ? new ArrayShape.Single() : new ArrayShape.Range(1, tasks, 1),
                List.of(),
                List.of(),
                Requirements.ONE_CORE,
                JobLimits.DEFAULT,
                Workplace.PLAIN,
                Turn.USUAL,
                Feedback.AT_THE_END,
                new Aside(0, 0, true),
                null);
    }
}
