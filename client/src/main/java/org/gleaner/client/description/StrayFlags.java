package org.gleaner.client.description;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.gleaner.protocol.wording.Quoted;

/** Notices flags of ours behind the command: they are its arguments, and a dry run of it would be none. */
final class StrayFlags {
    /** Hardly any other program has these. */
    private static final Set<String> OURS = Set.of(
            "--array",
            "--each",
            "--each-line",
            "--each-row",
            "--in-from",
            "--in-archive",
            "--at-most",
            "--max-failures",
            "--max-lost",
            "--retry-limits",
            "--no-check");

    /** Many have these, but few scripts that somebody sends along. */
    private static final Set<String> COMMON = Set.of("--dry-run", "--wait");

    /** The program, or the script behind its interpreter. */
    private static final int BEGINNING = 3;

    private StrayFlags() {}

    /** A sentence about the first of them. */
    static Optional<String> of(List<String> words, Path directory, Set<Path> travelling) {
        boolean own = words.stream().limit(BEGINNING).anyMatch(word -> travels(word, directory, travelling));
        return words.stream()
                .skip(1)
                .map(word -> word.replaceFirst("=.*", ""))
                .filter(word -> OURS.contains(word) || (own && COMMON.contains(word)))
                .findFirst()
                .map(word -> word + " is passed to " + Quoted.word(words.get(0))
                        + ", as it comes after it; flags for Gleaner go before the command.");
    }

    private static boolean travels(String word, Path directory, Set<Path> travelling) {
        try {
            return travelling.contains(directory.resolve(word).normalize());
        } catch (InvalidPathException noName) {
            return false;
        }
    }
}
