package org.gleaner.cli.description;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.cli.file.FileFinder;
import org.gleaner.cli.file.Hasher;
import org.gleaner.cli.file.LocalFile;
import org.gleaner.cli.file.SubmissionNote.Line;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.Feedback;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.OutputFile;
import org.gleaner.core.job.Turn;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Surroundings;
import org.jspecify.annotations.Nullable;

/**
 * A job as the words of {@code submit} or {@code run} describe it, its files read and hashed.
 *
 * @param entries of a listed array; empty for the others
 * @param inputs where the files of every task come from
 * @param each where the one file of each task comes from; empty unless the list is one of files
 */
public record JobDescription(JobSpec spec, List<Entry> entries, List<Line> inputs, List<Line> each, Hasher files) {

    /** Reads and checks everything that can be checked here; what jobs to wait for is asked of the server later. */
    public static JobDescription of(Arguments arguments, Surroundings here) throws CliFailure, IOException {
        CommandCheck check = new CommandCheck(here.directory());
        check.expanded(arguments);
        CommandLine command = command(arguments);
        FileFinder finder = new FileFinder(here.directory());
        TaskList tasks = tasks(arguments, here, finder);
        Inputs inputs = new Inputs(finder, tasks);
        inputs.find(arguments);
        check(arguments, here, command, tasks);
        if (!arguments.has("no-check")) {
            check.leftBehind(arguments.operands(), inputs.travelling());
            check.runnable(arguments.operands(), inputs.travelling());
            // An archive may hold it, and a shared directory has it there as here.
            if (!arguments.has("in-archive") && !arguments.has("cwd")) {
                check.directoriesLeftBehind(arguments.operands(), inputs.travelling(), arguments.all("out"));
            }
        }
        Hasher files = new Hasher();
        try {
            JobSpec spec = spec(arguments, command, tasks, inputs, files)
                    .in(WorkplaceFlags.of(arguments, here, finder, files));
            return new JobDescription(
                    spec, inputs.entries(files), lines(inputs.shared(), files), lines(tasks.each(), files), files);
        } catch (IllegalArgumentException invalid) {
            throw CliFailure.usage(
                    "The job can't be submitted.", Arguments.sentence(invalid), Arguments.seeHelp(arguments.verb()));
        }
    }

    public JobDescription with(JobSpec changed) {
        return new JobDescription(changed, entries, inputs, each, files);
    }

    private static TaskList tasks(Arguments arguments, Surroundings here, FileFinder finder)
            throws CliFailure, IOException {
        try {
            return TaskList.of(arguments, here, finder);
        } catch (IllegalArgumentException impossible) {
            throw CliFailure.usage(
                    "The list of tasks can't be used.",
                    Arguments.sentence(impossible),
                    Arguments.seeHelp(arguments.verb()));
        }
    }

    private static void check(Arguments arguments, Surroundings here, CommandLine command, TaskList tasks)
            throws CliFailure {
        List<String> names = new ArrayList<>(arguments.all("out"));
        names.addAll(arguments.all("out-optional"));
        List<String> texts = new ArrayList<>(names);
        texts.addAll(arguments.operands());
        PlaceholderCheck.entries(texts, tasks);
        if (arguments.has("no-check")) {
            return;
        }
        PlaceholderCheck.columns(texts, tasks);
        if (command instanceof CommandLine.Words words) {
            CommandShape.check(words.words(), here.directory());
        } else if (command instanceof CommandLine.ShellLine shell
                && shell.line().contains("{}")
                && !shell.line().contains("GLEANER_")) {
            here.err().println("Note: {} in a --shell line is not replaced; the entry is in \"$GLEANER_ENTRY\".");
        }
    }

    private static List<Line> lines(List<LocalFile> files, Hasher hasher) throws CliFailure, IOException {
        List<Line> lines = new ArrayList<>();
        for (LocalFile file : files) {
            lines.add(new Line(file, hasher.input(file).hash()));
        }
        return lines;
    }

    private static JobSpec spec(Arguments arguments, CommandLine command, TaskList tasks, Inputs inputs, Hasher files)
            throws CliFailure, IOException {
        String type = arguments.text("type");
        if (type == null) {
            type = command instanceof CommandLine.Words words
                    ? DefaultType.of(words.words())
                    : DefaultType.ofShellLine(((CommandLine.ShellLine) command).line());
        }
        List<OutputFile> outputs = new ArrayList<>();
        arguments.all("out").forEach(path -> outputs.add(new OutputFile(path, false)));
        arguments.all("out-optional").forEach(path -> outputs.add(new OutputFile(path, true)));
        return new JobSpec(
                        arguments.text("name", type),
                        type,
                        command,
                        inputs.shape(),
                        inputs.inputs(files),
                        outputs,
                        NeedFlags.of(arguments),
                        limits(arguments, tasks))
                .withTurn(new Turn(arguments.number("priority", 0), arguments.number("weight", 1), List.of()))
                .with(new Feedback(arguments.span("partial"), webhook(arguments)));
    }

    /** Whether a text behind {@code --notify} is an address, not a command. */
    public static boolean isAddress(String text) {
        return text.regionMatches(true, 0, "http://", 0, 7) || text.regionMatches(true, 0, "https://", 0, 8);
    }

    private static @Nullable String webhook(Arguments arguments) throws CliFailure {
        String text = arguments.text("notify");
        if (text != null && text.isBlank()) {
            throw arguments.unusable("notify", "It is empty; it takes a command or an address.");
        }
        return text != null && isAddress(text) ? text : null;
    }

    private static JobLimits limits(Arguments arguments, TaskList tasks) throws CliFailure {
        return new JobLimits(
                arguments.span("time"),
                arguments.count("max-failures", 1, JobLimits.DEFAULT.maxFailures()),
                arguments.count("max-lost", 1, JobLimits.DEFAULT.maxLost()),
                arguments.count("stop-after", 1, 0),
                arguments.has("retry-limits"),
                arguments.count("at-most", 1, tasks.atMost()),
                arguments.count("copies", 1, JobLimits.DEFAULT.copies()));
    }

    private static CommandLine command(Arguments arguments) throws CliFailure {
        String line = arguments.text("shell");
        if (line == null && arguments.operands().isEmpty()) {
            throw CliFailure.usage(
                    "There is no command.",
                    "'gleaner " + arguments.verb() + "' takes a command after its flags, or --shell.",
                    "For example: gleaner " + arguments.verb() + " --array 1-100 echo {}");
        }
        if (line != null && !arguments.operands().isEmpty()) {
            throw CliFailure.usage(
                    "There are two commands.",
                    "--shell is one, '" + arguments.operand(0, "") + "' another.",
                    "Quote the whole line after --shell, or leave out --shell.");
        }
        try {
            return line != null ? new CommandLine.ShellLine(line) : new CommandLine.Words(arguments.operands());
        } catch (IllegalArgumentException unusable) {
            throw CliFailure.usage(
                    "The command can't be used.", Arguments.sentence(unusable), Arguments.seeHelp(arguments.verb()));
        }
    }
}
