package org.gleaner.client.description;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.file.FileFinder;
import org.gleaner.protocol.problem.SystemWords;
import org.gleaner.protocol.wording.Quoted;

/**
 * A script that describes its own job: lines {@code #GLEANER --memory 2G} among the comments at its beginning. The
 * script travels by itself and is the command.
 *
 * @param written what its lines say
 * @param interpreter the words behind {@code #!}; empty if there are none
 * @param lines how many lines had flags
 * @param slurm whether there are lines for Slurm
 */
record Script(String name, Draft written, List<String> interpreter, int lines, boolean slurm) {
    private static final String MARK = "#GLEANER";
    private static final int HEAD = 1 << 16;

    static boolean isScript(byte[] content) {
        String text = new String(content, StandardCharsets.UTF_8);
        return text.startsWith("#!") || text.startsWith(MARK) || text.contains("\n" + MARK);
    }

    /** A cheap look before the whole file is read: only a text that begins with a comment can have such lines. */
    static boolean hasLines(Path file) throws IOException {
        if (!Files.isReadable(file)) {
            return false;
        }
        try (InputStream in = Files.newInputStream(file)) {
            String head = new String(in.readNBytes(HEAD), StandardCharsets.UTF_8);
            return head.startsWith("#")
                    && (head.contains("\n" + MARK) || head.startsWith(MARK) || head.contains("\n" + SlurmLines.MARK));
        }
    }

    static Script read(String name, byte[] content, Vocabulary vocabulary) throws ClientFailure {
        List<String> words = new ArrayList<>();
        int marked = 0;
        boolean slurm = false;
        boolean leading = true;
        String[] all = new String(content, StandardCharsets.UTF_8).split("\\R", -1);
        for (int i = 0; i < all.length; i++) {
            String line = all[i].strip();
            leading &= line.isEmpty() || line.startsWith("#");
            slurm |= line.startsWith(SlurmLines.MARK);
            if (!line.startsWith(MARK)) {
                continue;
            }
            if (!leading) {
                throw JobSource.wrong(
                        name,
                        i + 1,
                        "A #GLEANER line comes after the first command.",
                        "Move it up: only the comments at the beginning are read.");
            }
            words.addAll(words(name, i + 1, line.substring(MARK.length()), vocabulary));
            marked++;
        }
        return new Script(name, vocabulary.read(words), interpreter(all[0]), marked, slurm);
    }

    private static List<String> words(String name, int number, String line, Vocabulary vocabulary)
            throws ClientFailure {
        List<String> words;
        Draft parsed;
        try {
            words = ShellWords.split(line);
            parsed = vocabulary.read(words);
        } catch (IllegalArgumentException unclosed) {
            throw JobSource.wrong(name, number, SystemWords.sentence(unclosed), "Close the quote.");
        } catch (ClientFailure failure) {
            throw JobSource.wrong(name, number, failure.what() + " " + failure.why(), failure.next());
        }
        if (!parsed.command().isEmpty() || parsed.has("shell")) {
            throw JobSource.wrong(
                    name,
                    number,
                    "It names a command, but the script itself is the command.",
                    "Keep only flags after #GLEANER.");
        }
        for (String key : parsed.values().keySet()) {
            if (JobKey.named(key, vocabulary.keys()) == null) {
                throw JobSource.wrong(name, number, "--" + key + " belongs on the command line.", "Leave it out.");
            }
        }
        return words;
    }

    /** The words behind {@code #!} of a first line; empty if there are none. */
    static List<String> interpreter(String first) {
        return first.startsWith("#!") && !first.substring(2).isBlank()
                ? List.of(first.substring(2).strip().split("\\s+"))
                : List.of();
    }

    /** Whether the lines are for us; those for Slurm alone are told about, as they would be ignored. */
    boolean isMeant(Draft typed) throws ClientFailure {
        if (lines == 0 && slurm && !typed.has("no-check")) {
            throw ClientFailure.complete(
                    name + " has #SBATCH lines, which are read only with `sbatch`.",
                    "Its memory, time and array would be ignored.",
                    "Use `sbatch` " + Quoted.word(name)
                            + ", or add #GLEANER lines such as #GLEANER --memory 2G, or use `no-check`.");
        }
        return lines > 0;
    }

    /** The same, where it says nothing, with what something else says. */
    Script over(Draft other) {
        return new Script(name, JobSource.merge(written, other), interpreter, lines, slurm);
    }

    /** What was typed, over what the script says; the words behind the script's name are its arguments. */
    Draft merge(Draft typed, Place here) throws ClientFailure, IOException {
        String path = new FileFinder(here.directory()).inputs(name).get(0).path();
        List<String> words = new ArrayList<>();
        if (Files.isExecutable(here.file(name))) {
            words.add("./" + path);
        } else if (!interpreter.isEmpty()) {
            words.addAll(interpreter);
            words.add(path);
        } else {
            throw ClientFailure.complete(
                    "It is not clear how to run " + name + ".",
                    "It is not executable, and its first line names no interpreter.",
                    "Run chmod +x " + Quoted.word(name) + ", or start it with a line such as #!/bin/sh.");
        }
        words.addAll(typed.command());
        if (typed.has("shell")) {
            throw ClientFailure.complete(
                    "There are two commands.",
                    "`shell` is one, the script " + name + " another.",
                    "Remove one of them.");
        }
        Draft merged = JobSource.merge(new Draft(typed.values(), words), written);
        Map<String, List<String>> values = new LinkedHashMap<>(merged.values());
        values.putIfAbsent("type", List.of(path.substring(path.lastIndexOf('/') + 1)));
        List<String> inputs = new ArrayList<>(merged.all("in"));
        inputs.add(name);
        values.put("in", inputs);
        return new Draft(values, words);
    }
}
