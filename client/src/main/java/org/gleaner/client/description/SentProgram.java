package org.gleaner.client.description;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.file.FileFinder;
import org.gleaner.client.file.LocalFile;
import org.gleaner.protocol.wording.Quoted;
import org.jspecify.annotations.Nullable;

/**
 * The program of a command that is a file of the person who submits: a script or what a compiler made. No machine has
 * it, so it travels by itself.
 *
 * @param file which one, and where it is laid in the task's directory
 * @param words how it is started there
 */
record SentProgram(LocalFile file, List<String> words) {
    private static final int LONGEST_LINE = 4096;

    SentProgram {
        words = List.copyOf(words);
    }

    /**
     * The program of a draft; null if machines have it, or may have it in another way.
     *
     * @param coming what comes from other jobs
     */
    static @Nullable SentProgram of(Draft draft, Place here, FileFinder finder, Set<Path> coming)
            throws ClientFailure, IOException {
        String program = draft.command().isEmpty() ? "" : draft.command().get(0);
        if (draft.has("no-check")
                // A shared directory, an archive or a set-up may have it there under the same name.
                || draft.has("cwd")
                || draft.has("in-archive")
                || draft.has("setup")
                || program.indexOf('{') >= 0
                || !FileFinder.isFile(here.directory(), program)
                || isOfSystem(program, here)) {
            return null;
        }
        LocalFile file = finder.named(program).get(0);
        if (coming.contains(file.source())) {
            return null;
        }
        List<String> start = start(file, program.indexOf('/') >= 0 ? program : "");
        List<String> words = new ArrayList<>(start);
        words.addAll(draft.command().subList(1, draft.command().size()));
        return new SentProgram(file, words);
    }

    /** How a file that travels is started: by itself, or by what its first line names if nobody may execute it. */
    private static List<String> start(LocalFile file, String typed) throws IOException {
        List<String> interpreter =
                Files.isExecutable(file.source()) ? List.of() : Script.interpreter(firstLine(file.source()));
        if (!interpreter.isEmpty()) {
            List<String> words = new ArrayList<>(interpreter);
            words.add(file.path());
            return words;
        }
        boolean same = typed.equals(file.path()) || typed.equals("./" + file.path());
        return List.of(same ? typed : "./" + file.path());
    }

    /** A file of this machine, which others have too: found in its search path, or somewhere else altogether. */
    private static boolean isOfSystem(String program, Place here) {
        Path directory = here.directory().normalize();
        if (program.indexOf('/') >= 0) {
            return Path.of(program).isAbsolute()
                    && !Path.of(program).normalize().startsWith(directory);
        }
        for (String place : here.environment().getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
            try {
                Path found = directory.resolve(place).normalize();
                if (!place.isEmpty() && !found.equals(directory) && Files.isExecutable(found.resolve(program))) {
                    return true;
                }
            } catch (InvalidPathException nowhere) {
                // A shell passes over it, too.
            }
        }
        return false;
    }

    private static String firstLine(Path file) throws IOException {
        if (!Files.isReadable(file)) {
            return "";
        }
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(LONGEST_LINE), StandardCharsets.UTF_8).split("\\R", 2)[0];
        }
    }

    /** What its author is told, who named no input. */
    String note() {
        return Quoted.word(file.path()) + " is sent along, as the command starts it.";
    }
}
