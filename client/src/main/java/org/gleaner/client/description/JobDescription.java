package org.gleaner.client.description;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.failure.ClientFailure.Kind;
import org.gleaner.client.file.FileFinder;
import org.gleaner.client.file.Hasher;
import org.gleaner.client.file.LocalFile;
import org.gleaner.client.file.SubmissionNote.Line;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.Deadline;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.Feedback;
import org.gleaner.core.job.Forewarning;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.OutputFile;
import org.gleaner.core.job.Spans;
import org.gleaner.core.job.Turn;
import org.gleaner.protocol.problem.SystemWords;
import org.jspecify.annotations.Nullable;

/**
 * A job as its draft describes it, its files read and hashed.
 *
 * @param entries of a listed array; empty for the others
 * @param inputs where the files of every task come from
 * @param each where the one file of each task comes from; empty unless the list is one of files
 * @param caveats what its author should know of it
 */
public record JobDescription(
        JobSpec spec, List<Entry> entries, List<Line> inputs, List<Line> each, Hasher files, Caveats caveats) {

    /** Reads and checks everything that can be checked here; what jobs to wait for is asked of the server later. */
    public static JobDescription of(Draft draft, Place here) throws ClientFailure, IOException {
        return of(draft, here, new Hasher());
    }

    /** The same with files that were read already for other jobs. */
    public static JobDescription of(Draft written, Place here, Hasher files) throws ClientFailure, IOException {
        Draft draft = written.atHome(here);
        FileFinder finder = new FileFinder(here.directory());
        Set<Path> coming = InFrom.places(draft, here.directory());
        SentProgram sent = SentProgram.of(draft, here, finder, coming);
        Draft whole = sent == null ? draft : new Draft(draft.values(), sent.words());
        CommandLine command = command(whole);
        TaskList tasks = tasks(draft, here, finder);
        Inputs inputs = new Inputs(finder, tasks);
        inputs.find(draft);
        if (inputs.awaitTasks()) {
            throw Draft.unusable(
                    "in", "The job has no tasks yet: name each task's own files when you add it (gleaner add --in).");
        }
        List<String> notes = new ArrayList<>();
        if (sent != null && inputs.add(sent.file())) {
            notes.add(sent.note());
        }
        check(whole, here, command, tasks);
        List<String> warnings = new ArrayList<>();
        if (!draft.has("no-check")) {
            CommandCheck program = new CommandCheck(here.directory());
            program.isThere(draft, inputs.travelling().values());
            program.runnable(whole.command(), inputs.travelling().keySet());
            warnings.addAll(FilesLeftBehind.of(whole, here.directory(), inputs.travelling(), coming));
            PlaceholderCheck.stray(whole.command(), tasks).ifPresent(warnings::add);
            StrayFlags.of(whole.command(), here.directory(), inputs.travelling().keySet())
                    .ifPresent(warnings::add);
        }
        try {
            JobSpec spec = spec(whole, command, tasks, inputs, files).in(WorkplaceTexts.of(draft, here, finder, files));
            return new JobDescription(
                    spec,
                    inputs.entries(files),
                    lines(inputs.shared(), files),
                    lines(tasks.each(), files),
                    files,
                    new Caveats(notes, warnings));
        } catch (IllegalArgumentException refused) {
            throw invalid("Invalid job.", refused);
        }
    }

    private static ClientFailure invalid(String what, IllegalArgumentException refused) {
        return new ClientFailure(Kind.INVALID, "", what, SystemWords.sentence(refused), "");
    }

    public JobDescription with(JobSpec changed) {
        return new JobDescription(changed, entries, inputs, each, files, caveats);
    }

    private static TaskList tasks(Draft draft, Place here, FileFinder finder) throws ClientFailure, IOException {
        try {
            return TaskList.of(draft, here, finder);
        } catch (IllegalArgumentException impossible) {
            throw invalid("Invalid list of tasks.", impossible);
        }
    }

    private static void check(Draft draft, Place here, CommandLine command, TaskList tasks) throws ClientFailure {
        List<String> names = new ArrayList<>(draft.all("out"));
        names.addAll(draft.all("out-optional"));
        List<String> texts = new ArrayList<>(names);
        texts.addAll(draft.command());
        PlaceholderCheck.entries(texts, tasks);
        if (draft.has("no-check")) {
            return;
        }
        PlaceholderCheck.columns(texts, tasks);
        if (command instanceof CommandLine.Words words) {
            CommandShape.check(words.words(), here.directory());
        }
    }

    /** As a shell completes it, {@code r/} means the directory {@code r}. */
    private static OutputFile output(String path, boolean optional) {
        boolean slash = path.length() > 1 && path.endsWith("/");
        return new OutputFile(slash ? path.substring(0, path.length() - 1) : path, optional);
    }

    private static List<Line> lines(List<LocalFile> files, Hasher hasher) throws ClientFailure, IOException {
        List<Line> lines = new ArrayList<>();
        for (LocalFile file : files) {
            lines.add(new Line(file, hasher.input(file).hash()));
        }
        return lines;
    }

    private static JobSpec spec(Draft draft, CommandLine command, TaskList tasks, Inputs inputs, Hasher files)
            throws ClientFailure, IOException {
        String type = draft.text("type");
        if (type == null) {
            type = defaultType(draft, command);
        }
        List<OutputFile> outputs = new ArrayList<>();
        draft.all("out").forEach(path -> outputs.add(output(path, false)));
        draft.all("out-optional").forEach(path -> outputs.add(output(path, true)));
        return new JobSpec(
                        draft.text("name", type),
                        type,
                        command,
                        inputs.shape(),
                        inputs.inputs(files),
                        outputs,
                        NeedTexts.of(draft),
                        limits(draft, tasks))
                .withTurn(new Turn(
                        draft.number("priority", 0),
                        draft.number("weight", 1),
                        List.of(),
                        draft.moment("begin"),
                        deadline(draft),
                        draft.has("hold")))
                .with(new Feedback(draft.span("partial"), resumes(draft, outputs), webhook(draft)));
    }

    private static @Nullable Deadline deadline(Draft draft) throws ClientFailure {
        Instant at = draft.moment("deadline");
        if (at != null && !at.isAfter(Instant.now())) {
            throw Draft.unusable("deadline", "'" + draft.text("deadline") + "' is already past.");
        }
        return at == null ? null : new Deadline(at);
    }

    private static boolean resumes(Draft draft, List<OutputFile> outputs) throws ClientFailure {
        boolean resumes = draft.has("resume-partial");
        if (resumes && outputs.isEmpty()) {
            throw Draft.unusable("resume-partial", "There is nothing to resume from: the job declares no `out`.");
        }
        if (resumes && draft.text("cwd") != null) {
            throw Draft.unusable("resume-partial", "With `cwd` the files of an attempt stay where they are.");
        }
        return resumes;
    }

    private static String defaultType(Draft draft, CommandLine command) {
        if (command instanceof CommandLine.Words words) {
            return DefaultType.of(words.words());
        }
        String name = draft.text("name");
        return name == null
                ? DefaultType.ofShellLine(((CommandLine.ShellLine) command).line())
                : DefaultType.atMost(name);
    }

    /** Whether the text of {@code notify} is an address, not a command. */
    public static boolean isAddress(String text) {
        return text.regionMatches(true, 0, "http://", 0, 7) || text.regionMatches(true, 0, "https://", 0, 8);
    }

    private static @Nullable String webhook(Draft draft) throws ClientFailure {
        String text = draft.text("notify");
        if (text != null && text.isBlank()) {
            throw Draft.unusable("notify", "It is empty; it takes a command or an address.");
        }
        return text != null && isAddress(text) ? text : null;
    }

    private static JobLimits limits(Draft draft, TaskList tasks) throws ClientFailure {
        return new JobLimits(
                draft.span("time"),
                draft.count("max-failures", JobLimits.DEFAULT.maxFailures()),
                draft.count("max-lost", JobLimits.DEFAULT.maxLost()),
                draft.count("stop-after", 0),
                draft.has("retry-limits"),
                draft.count("at-most", tasks.atMost()),
                draft.count("copies", JobLimits.DEFAULT.copies()),
                expected(draft),
                forewarning(draft),
                draft.has("canary"));
    }

    private static @Nullable Duration expected(Draft draft) throws ClientFailure {
        Duration expected = draft.span("expect");
        Duration time = draft.span("time");
        if (expected != null && time != null && expected.compareTo(time) > 0) {
            throw Draft.unusable(
                    "expect", "No task runs that long: the time limit, `time`, is " + Spans.text(time) + ".");
        }
        return expected;
    }

    private static @Nullable Forewarning forewarning(Draft draft) throws ClientFailure {
        Forewarning forewarning = draft.forewarning("signal");
        Duration time = draft.span("time");
        if (forewarning != null && (time == null || time.compareTo(forewarning.before()) <= 0)) {
            throw Draft.unusable(
                    "signal",
                    "It is sent before the time limit, so it needs `time` with more than "
                            + Spans.text(forewarning.before()) + ".");
        }
        return forewarning;
    }

    private static CommandLine command(Draft draft) throws ClientFailure {
        String line = draft.text("shell");
        if (line == null && draft.command().isEmpty()) {
            throw new ClientFailure(
                    Kind.NO_COMMAND,
                    "",
                    "No command was given.",
                    "A job requires a command, or `shell` with a line.",
                    "");
        }
        if (line != null && !draft.command().isEmpty()) {
            throw ClientFailure.complete(
                    "There are two commands.",
                    "`shell` is one, '" + draft.command().get(0) + "' another.",
                    "Quote the whole line after `shell`, or leave out `shell`.");
        }
        try {
            return line != null ? new CommandLine.ShellLine(line) : new CommandLine.Words(draft.command());
        } catch (IllegalArgumentException unusable) {
            throw invalid("Invalid command.", unusable);
        }
    }
}
