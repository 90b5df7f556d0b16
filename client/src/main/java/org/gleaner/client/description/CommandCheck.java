package org.gleaner.client.description;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.file.FileFinder;
import org.gleaner.protocol.wording.Quoted;

/** Catches slips that would make every task fail: a program that is nowhere, or that nobody may run. */
final class CommandCheck {
    /** With these, files may be there that are not here. */
    private static final List<String> BRINGING = List.of("in-archive", "in-from", "cwd", "setup", "growing");

    private final Path directory;

    CommandCheck(Path directory) {
        this.directory = directory.normalize();
    }

    /**
     * A program by its path from here is one of the task's files, unless something else may bring it.
     *
     * @param laid under which names files that travel are found
     */
    void isThere(Draft draft, Collection<String> laid) throws ClientFailure {
        String program = draft.command().isEmpty() ? "" : draft.command().get(0);
        boolean brought = BRINGING.stream().anyMatch(draft::has)
                || program.indexOf('{') >= 0
                || program.startsWith("/")
                || program.startsWith("~");
        if (!brought && program.indexOf('/') >= 0 && !isFile(program) && !laid.contains(plain(program))) {
            throw ClientFailure.complete(
                    "There is no " + program + " here.",
                    "The command starts it, and nothing that is sent brings it, so no task would find it.",
                    "Check the path, which starts from the current directory, or use `no-check` if the machines"
                            + " have it.");
        }
    }

    /** As it is called in a task's directory. */
    private static String plain(String program) {
        try {
            return Path.of(program).normalize().toString().replace(File.separatorChar, '/');
        } catch (InvalidPathException noName) {
            return program;
        }
    }

    /** A file that travels takes along whether it may be run. */
    void runnable(List<String> words, Set<Path> travelling) throws ClientFailure {
        String program = words.isEmpty() ? "" : words.get(0);
        if (program.indexOf('/') < 0 || !isFile(program)) {
            return;
        }
        Path file = directory.resolve(program).normalize();
        if (travelling.contains(file) && !Files.isExecutable(file)) {
            throw ClientFailure.complete(
                    program + " is not executable.",
                    "It is sent as it is, so no machine could start it.",
                    "Run chmod +x " + Quoted.word(program) + ", or name its interpreter: `in` " + Quoted.word(program)
                            + " " + interpreter(program) + " " + Quoted.word(program) + ". `no-check` skips this.");
        }
    }

    /** What usually runs files of that kind. */
    private static String interpreter(String program) {
        String suffix = program.substring(program.lastIndexOf('.') + 1);
        return switch (suffix) {
            case "py" -> "python3";
            case "R", "r" -> "Rscript";
            case "pl" -> "perl";
            case "rb" -> "ruby";
            case "js" -> "node";
            case "jl" -> "julia";
            case "jar" -> "java -jar";
            case "bash" -> "bash";
            default -> "sh";
        };
    }

    private boolean isFile(String name) {
        return FileFinder.isFile(directory, name);
    }
}
