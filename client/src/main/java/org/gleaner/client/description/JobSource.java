package org.gleaner.client.description;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.file.FileFinder;
import org.gleaner.protocol.wording.Quoted;
import org.jspecify.annotations.Nullable;

/**
 * Completes what was typed by what a job file or the {@code #GLEANER} lines of a script say. What was typed wins: a
 * flag replaces the file's value of that name, a repeatable one its whole list; a list of tasks replaces the file's
 * list of tasks, a command the file's command.
 */
public final class JobSource {
    /** A description, not a data set; with ten thousand jobs it may be long. */
    private static final int LARGEST = 16 << 20;

    private JobSource() {}

    /** @param name of the job file or script; null: the command may be a script that describes itself */
    public static Draft complete(Draft typed, @Nullable String name, Vocabulary words, Place here)
            throws ClientFailure, IOException {
        if (name != null) {
            byte[] content = content(here, name);
            boolean script = !name.endsWith(".toml") && Script.isScript(content);
            return script
                    ? Script.read(name, content, words).merge(typed, here)
                    : merge(typed, JobFile.parse(name, content, words).draft());
        }
        List<String> command = typed.command();
        String program = command.isEmpty() ? "" : command.get(0);
        if (FileFinder.isFile(here.directory(), program) && Script.hasLines(here.file(program))) {
            Script script = Script.read(program, content(here, program), words);
            Draft rest = new Draft(typed.values(), command.subList(1, command.size()));
            return script.isMeant(typed) ? script.merge(rest, here) : typed;
        }
        if (program.endsWith(".toml")
                && FileFinder.isFile(here.directory(), program)
                && !Script.isScript(content(here, program))) {
            throw ClientFailure.complete(
                    program + " is not a command.",
                    "It looks like a job file, and would be sent to a machine to be run.",
                    "Write `file` " + Quoted.word(program) + " to submit what it describes.");
        }
        return typed;
    }

    /** The file if it describes several jobs. */
    static Optional<JobFile> several(String name, Vocabulary words, Place here) throws ClientFailure, IOException {
        byte[] content = content(here, name);
        // A cheap look first: most job files describe one job, and are read when that is known.
        boolean script = !name.endsWith(".toml") && Script.isScript(content);
        return script || !new String(content, StandardCharsets.UTF_8).contains("[[")
                ? Optional.empty()
                : Optional.of(JobFile.parse(name, content, words)).filter(JobFile::isSeveral);
    }

    /** What one of several jobs says, over what holds for all of them; of a key with many values both count. */
    static Draft over(Draft own, Draft common) {
        Draft merged = merge(own, common);
        Map<String, List<String>> values = new LinkedHashMap<>(merged.values());
        for (JobKey key : JobKey.ALL) {
            if (key.kind() == JobKey.Kind.MANY && own.has(key.name()) && common.has(key.name())) {
                List<String> both = new ArrayList<>(common.all(key.name()));
                both.addAll(own.all(key.name()));
                values.put(key.name(), both);
            }
        }
        return new Draft(values, merged.command());
    }

    /**
     * A script for Slurm: its {@code #SBATCH} lines, under its own for us if it has some, under what was typed.
     *
     * @param notes told what is ignored
     */
    public static Draft sbatch(Draft typed, String name, Vocabulary words, Place here, Consumer<String> notes)
            throws ClientFailure, IOException {
        if (typed.has("file")) {
            throw ClientFailure.complete(
                    "There are two descriptions of the job.",
                    "`file` names one, `sbatch` another.",
                    "Leave one of them out.");
        }
        byte[] content = content(here, name);
        String[] lines = new String(content, StandardCharsets.UTF_8).split("\\R", -1);
        Script script = Script.read(name, content, words).over(SlurmLines.read(name, lines, notes));
        return SlurmVariables.withVariables(script.merge(typed, here));
    }

    private static byte[] content(Place here, String name) throws ClientFailure, IOException {
        Path file = here.file(name);
        if (!Files.isRegularFile(file)) {
            throw unusable(name, "There is no file " + name + " here.");
        }
        try {
            if (Files.size(file) > LARGEST) {
                throw unusable(name, name + " is larger than 16 MB, so it can't be a job file.");
            }
            return Files.readAllBytes(file);
        } catch (AccessDeniedException closed) {
            throw unusable(name, "You have no permission to read " + name + ".");
        }
    }

    /** What was typed, over what was written. */
    static Draft merge(Draft typed, Draft written) {
        Map<String, List<String>> values = new LinkedHashMap<>(written.values());
        if (JobKey.LISTS.stream().anyMatch(typed::has)) {
            values.keySet().removeAll(JobKey.LISTS);
            values.remove("delimiter");
        }
        boolean command = typed.has("shell") || !typed.command().isEmpty();
        if (command) {
            values.remove("shell");
        }
        values.putAll(typed.values());
        return new Draft(values, command ? typed.command() : written.command());
    }

    private static ClientFailure unusable(String file, String why) {
        return ClientFailure.complete(title(file), why, "Check its name.");
    }

    /** Something wrong at one line of a file. */
    static ClientFailure wrong(String file, @Nullable Integer line, String what, String next) {
        return ClientFailure.complete(title(file), place(line) + what, next);
    }

    static String title(String file) {
        return "Can't read a job from " + file + ".";
    }

    static String place(@Nullable Integer line) {
        return line == null ? "" : "Line " + line + ": ";
    }
}
