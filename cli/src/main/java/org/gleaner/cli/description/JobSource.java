package org.gleaner.cli.description;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Surroundings;
import org.jspecify.annotations.Nullable;

/**
 * Completes what was typed by what a job file or the {@code #GLEANER} lines of a script say. What was typed wins: a
 * flag replaces the file's value of that name, a repeatable one its whole list; a list of tasks replaces the file's
 * list of tasks, a command the file's command.
 */
public final class JobSource {
    /** A description, not a data set. */
    private static final int LARGEST = 1 << 20;

    private JobSource() {}

    public static Arguments complete(Arguments typed, Syntax syntax, Surroundings here) throws CliFailure, IOException {
        String name = typed.text("file");
        if (name != null) {
            byte[] content = content(typed, here, name);
            boolean script = !name.endsWith(".toml") && Script.isScript(content);
            return script
                    ? Script.read(name, content, syntax).merge(typed, here)
                    : merge(typed, JobFile.parse(name, content, syntax));
        }
        String program = typed.operand(0, "");
        if (isFile(here, program) && Script.hasLines(here.file(program))) {
            byte[] content = content(typed, here, program);
            Arguments rest = new Arguments(
                    typed.verb(),
                    typed.flags(),
                    typed.operands().subList(1, typed.operands().size()));
            Script script = Script.read(program, content, syntax);
            return script.isMeant(typed) ? script.merge(rest, here) : typed;
        }
        return typed;
    }

    private static boolean isFile(Surroundings here, String name) {
        try {
            return !name.isEmpty() && Files.isRegularFile(here.file(name));
        } catch (InvalidPathException noName) {
            return false;
        }
    }

    private static byte[] content(Arguments typed, Surroundings here, String name) throws CliFailure, IOException {
        Path file = here.file(name);
        if (!Files.isRegularFile(file)) {
            throw typed.unusable("file", "There is no file " + name + " here.");
        }
        try {
            if (Files.size(file) > LARGEST) {
                throw typed.unusable("file", name + " is larger than 1 MB, so it can't be a job file.");
            }
            return Files.readAllBytes(file);
        } catch (AccessDeniedException closed) {
            throw typed.unusable("file", "You have no permission to read " + name + ".");
        }
    }

    /** What was typed, over what was written. */
    static Arguments merge(Arguments typed, Arguments written) {
        Map<String, List<String>> flags = new LinkedHashMap<>(written.flags());
        if (JobFlags.LISTS.stream().anyMatch(typed::has)) {
            JobFlags.LISTS.forEach(flags::remove);
            flags.remove("delimiter");
        }
        boolean command = typed.has("shell") || !typed.operands().isEmpty();
        if (command) {
            flags.remove("shell");
        }
        flags.putAll(typed.flags());
        return new Arguments(typed.verb(), flags, command ? typed.operands() : written.operands());
    }

    /** The three lines for something wrong at one line of a file. */
    static CliFailure wrong(String file, @Nullable Integer line, String what, String next) {
        return CliFailure.usage(
                "The job file " + file + " can't be used.", (line == null ? "" : "Line " + line + ": ") + what, next);
    }
}
