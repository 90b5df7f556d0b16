package org.gleaner.cli.verb;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gleaner.cli.argument.Arguments;
import org.gleaner.cli.argument.Flag;
import org.gleaner.cli.console.CliFailure;
import org.gleaner.cli.console.Surroundings;
import org.gleaner.cli.file.FileFinder;
import org.gleaner.cli.file.Hasher;
import org.gleaner.cli.file.LocalFile;
import org.gleaner.cli.file.SubmissionNote.Line;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.OutputFile;
import org.gleaner.core.job.Requirements;

/**
 * A job as the words of {@code submit} or {@code run} describe it, its files read and hashed.
 *
 * @param entries of a listed array; empty for the others
 */
record JobDescription(JobSpec spec, List<Entry> entries, List<Line> inputs, List<Line> each, Hasher files) {
    static final List<Flag> FLAGS = List.of(
            Flag.many("in", "F", "a file, directory or quoted pattern that every task needs"),
            Flag.many("out", "F", "a file or directory that every task leaves; {} and {#} as in the command"),
            Flag.many("out-optional", "F", "the same, but a task may leave it out"),
            Flag.one("array", "A-B[:STEP]", "one task per number, which is {} in the command"),
            Flag.one("each", "PATTERN", "one task per file; the file travels, {} is its name"),
            Flag.one("each-line", "F", "one task per line of a file; - is standard input"),
            Flag.one("shell", "LINE", "instead of COMMAND: a line for the shell; the entry is in $GLEANER_ENTRY"),
            Flag.one("name", "N", "what to call the job (its type)"),
            Flag.one("type", "T", "what kind of work it is (the base name of the command or script)"),
            Flag.one("cores", "N", "cores per task (1)"),
            Flag.one("memory", "SIZE", "memory per task, such as 2G"),
            Flag.one("time", "SPAN", "longest run of one try, such as 10m"),
            Flag.one("max-failures", "N", "failures of a task before it is blocked (3)"),
            Flag.one("max-lost", "N", "lost machines of a task before it is blocked (20)"),
            Flag.one("stop-after", "N", "blocked tasks after which the job pauses itself"),
            Flag.one("at-most", "N", "tasks that run at once"),
            Flag.on("retry-limits", "try again also after time or memory ran out"),
            Flag.on("no-check", "do not check whether files of the command are left behind"));

    static JobDescription of(Arguments arguments, Surroundings here) throws CliFailure, IOException {
        CommandCheck check = new CommandCheck(here.directory());
        check.expanded(arguments);
        FileFinder finder = new FileFinder(here.directory());
        Hasher files = new Hasher();
        Map<String, LocalFile> inputs = new LinkedHashMap<>();
        for (String name : arguments.all("in")) {
            for (LocalFile file : finder.inputs(name)) {
                addOnce(inputs, file);
            }
        }
        List<LocalFile> each = each(arguments, finder, inputs);
        if (!arguments.has("no-check")) {
            Set<Path> travelling = new HashSet<>();
            inputs.values().forEach(file -> travelling.add(file.source()));
            each.forEach(file -> travelling.add(file.source()));
            check.leftBehind(arguments.operands(), travelling);
        }
        List<Line> inputLines = hash(inputs.values(), files);
        List<Line> eachLines = hash(each, files);
        List<Entry> entries = each.isEmpty() ? lines(arguments, here) : entries(each, files);
        try {
            return new JobDescription(
                    spec(arguments, inputFiles(inputs, files), entries.size()), entries, inputLines, eachLines, files);
        } catch (IllegalArgumentException invalid) {
            throw CliFailure.usage(
                    "The job can't be submitted as it is.",
                    Arguments.sentence(invalid),
                    Arguments.seeHelp(arguments.verb()));
        }
    }

    private static void addOnce(Map<String, LocalFile> inputs, LocalFile file) throws CliFailure {
        LocalFile other = inputs.putIfAbsent(file.path(), file);
        if (other != null && !other.source().equals(file.source())) {
            throw CliFailure.usage(
                    "Two inputs would be the same file " + file.path() + ".",
                    other.source() + " and " + file.source()
                            + " both come from outside of this directory, so only their base names count.",
                    "Change to a directory that holds both, or rename one.");
        }
    }

    private static List<LocalFile> each(Arguments arguments, FileFinder finder, Map<String, LocalFile> inputs)
            throws CliFailure, IOException {
        int arrays = 0;
        for (String flag : List.of("array", "each", "each-line")) {
            arrays += arguments.has(flag) ? 1 : 0;
        }
        if (arrays > 1) {
            throw CliFailure.usage(
                    "The job has two lists of tasks.",
                    "--array, --each and --each-line each make one.",
                    "Keep one of them.");
        }
        String pattern = arguments.text("each");
        if (pattern == null) {
            return List.of();
        }
        List<LocalFile> each = finder.each(pattern);
        Map<String, LocalFile> seen = new LinkedHashMap<>(inputs);
        for (LocalFile file : each) {
            addOnce(seen, file);
        }
        return each;
    }

    private static List<Line> hash(Iterable<LocalFile> files, Hasher hasher) throws CliFailure, IOException {
        List<Line> lines = new ArrayList<>();
        for (LocalFile file : files) {
            lines.add(new Line(file, hasher.input(file).hash()));
        }
        return lines;
    }

    private static List<InputFile> inputFiles(Map<String, LocalFile> inputs, Hasher hasher)
            throws CliFailure, IOException {
        List<InputFile> files = new ArrayList<>();
        for (LocalFile file : inputs.values()) {
            files.add(hasher.input(file));
        }
        return files;
    }

    /** The entry is the name under which its file is laid, so that {@code {}} finds it there. */
    static List<Entry> entries(List<LocalFile> each, Hasher files) throws CliFailure, IOException {
        List<Entry> entries = new ArrayList<>();
        for (LocalFile file : each) {
            entries.add(new Entry(file.path(), List.of(files.input(file))));
        }
        return entries;
    }

    private static List<Entry> lines(Arguments arguments, Surroundings here) throws CliFailure, IOException {
        String name = arguments.text("each-line");
        if (name == null) {
            return List.of();
        }
        List<Entry> entries = new ArrayList<>();
        // Not closed if it is standard input, which is not ours.
        try (InputStream file =
                        name.equals("-") ? InputStream.nullInputStream() : Files.newInputStream(here.file(name));
                BufferedReader reader = new BufferedReader(new InputStreamReader(
                        name.equals("-") ? here.streams().in() : file, StandardCharsets.UTF_8.newDecoder()))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (!line.isBlank()) {
                    entries.add(new Entry(line, List.of()));
                }
            }
        } catch (CharacterCodingException malformed) {
            throw arguments.unusable("each-line", "Line " + (entries.size() + 1) + " or a later one is not UTF-8.");
        }
        if (entries.isEmpty()) {
            throw arguments.unusable("each-line", (name.equals("-") ? "Standard input" : name) + " has no lines.");
        }
        return entries;
    }

    private static JobSpec spec(Arguments arguments, List<InputFile> inputs, int entries) throws CliFailure {
        CommandLine command = command(arguments);
        String type = arguments.text("type");
        if (type == null) {
            type = command instanceof CommandLine.Words words
                    ? DefaultType.of(words.words())
                    : DefaultType.ofShellLine(((CommandLine.ShellLine) command).line());
        }
        List<OutputFile> outputs = new ArrayList<>();
        arguments.all("out").forEach(path -> outputs.add(new OutputFile(path, false)));
        arguments.all("out-optional").forEach(path -> outputs.add(new OutputFile(path, true)));
        JobLimits limits = new JobLimits(
                arguments.span("time"),
                arguments.count("max-failures", 1, JobLimits.DEFAULT.maxFailures()),
                arguments.count("max-lost", 1, JobLimits.DEFAULT.maxLost()),
                arguments.count("stop-after", 1, 0),
                arguments.has("retry-limits"),
                arguments.count("at-most", 1, 0));
        Requirements needs = new Requirements(arguments.count("cores", 1, 1), arguments.size("memory"));
        ArrayShape array = entries > 0 ? new ArrayShape.Listed(entries) : array(arguments);
        return new JobSpec(arguments.text("name", type), type, command, array, inputs, outputs, needs, limits);
    }

    private static CommandLine command(Arguments arguments) throws CliFailure {
        String line = arguments.text("shell");
        if (line == null && arguments.operands().isEmpty()) {
            throw CliFailure.usage(
                    "There is no command.",
                    "'gleaner " + arguments.verb() + "' takes a command behind its flags, or --shell.",
                    "For example: gleaner " + arguments.verb() + " --array 1-100 echo {}");
        }
        if (line != null && !arguments.operands().isEmpty()) {
            throw CliFailure.usage(
                    "There are two commands.",
                    "--shell is one, '" + arguments.operand(0, "") + "' another.",
                    "Quote the whole line behind --shell, or leave --shell out.");
        }
        return line != null ? new CommandLine.ShellLine(line) : new CommandLine.Words(arguments.operands());
    }

    private static ArrayShape array(Arguments arguments) throws CliFailure {
        String text = arguments.text("array");
        if (text == null) {
            return new ArrayShape.Single();
        }
        int colon = text.indexOf(':');
        String range = colon < 0 ? text : text.substring(0, colon);
        // A first number may be negative, so the dash is looked for behind its first character.
        int dash = range.indexOf('-', 1);
        try {
            if (dash > 0) {
                return new ArrayShape.Range(
                        Long.parseLong(range.substring(0, dash)),
                        Long.parseLong(range.substring(dash + 1)),
                        colon < 0 ? 1 : Long.parseLong(text.substring(colon + 1)));
            }
        } catch (NumberFormatException notANumber) {
            // Told below in the same words.
        }
        throw arguments.unusable("array", "'" + text + "' is not a range such as 1-1000 or 0-90:10.");
    }
}
