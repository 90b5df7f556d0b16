package org.gleaner.client.description;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.file.FileFinder;
import org.gleaner.protocol.wording.Quoted;

/** Catches commands that were written for a shell, or for another program, and would fail in every task. */
final class CommandShape {
    private static final Set<String> OPERATORS = Set.of("|", "||", "&&", ">", ">>", "<", "2>", "2>&1", "&>");
    private static final Set<String> SOURCES = Set.of(":::", "::::", ":::+", "::::+");

    private CommandShape() {}

    static void check(List<String> words, Path directory) throws ClientFailure {
        String program = words.get(0);
        // A shell line is passed on unchanged, so its entry is in a variable.
        String line = program.replace("{}", "\"$GLEANER_ENTRY\"");
        if (program.indexOf(' ') >= 0 && !FileFinder.isFile(directory, program)) {
            throw ClientFailure.complete(
                    "The command is one word: '" + program + "'.",
                    "No shell splits it, so Gleaner would look for a program of that name.",
                    "Remove the quotes, or use `shell` " + Quoted.word(line) + ".");
        }
        for (String word : words) {
            if (SOURCES.contains(word)) {
                throw ClientFailure.complete(
                        word + " is GNU parallel syntax.",
                        "Here it would be passed to the command.",
                        "Use `each` 'PATTERN' for files, `each-line` F for lines, `array` 1-N for numbers.");
            }
            if (OPERATORS.contains(word)) {
                throw ClientFailure.complete(
                        "'" + word + "' would be passed to " + program + " as a plain argument.",
                        "No shell runs the command, so nothing is piped or redirected.",
                        "Use `shell` 'LINE' for the whole line, or `no-check` if you mean it literally.");
            }
        }
    }
}
