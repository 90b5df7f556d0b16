package org.gleaner.client.description;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.file.FileFinder;
import org.gleaner.protocol.wording.Quoted;

/** Catches a slip that would make every task fail: a program that nobody may run. */
final class CommandCheck {
    private final Path directory;

    CommandCheck(Path directory) {
        this.directory = directory.normalize();
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
