package org.gleaner.client.description;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.file.FileFinder;

/** Catches the slips that would make every task fail: a file left behind, and a program that nobody may run. */
final class CommandCheck {
    private final Path directory;

    CommandCheck(Path directory) {
        this.directory = directory.normalize();
    }

    /** A word that names a file here names nothing on another machine unless the file travels. */
    void leftBehind(List<String> words, Set<Path> travelling) throws ClientFailure {
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            // A bare first word is looked up in the search path, there as here.
            if (i == 0 && word.indexOf('/') < 0) {
                continue;
            }
            check(word, travelling);
            int equals = word.indexOf('=');
            if (equals > 0) {
                check(word.substring(equals + 1), travelling);
            }
        }
    }

    /** As with files; but one that the command makes is there after the first run, too. */
    void directoriesLeftBehind(List<String> words, Set<Path> travelling, List<String> outputs) throws ClientFailure {
        for (String word : words.subList(Math.min(1, words.size()), words.size())) {
            if (word.isEmpty() || word.indexOf('{') >= 0 || !isDirectory(word)) {
                continue;
            }
            Path named = directory.resolve(word).normalize();
            boolean inside = named.startsWith(directory) && !named.equals(directory);
            boolean sent = travelling.stream().anyMatch(file -> file.startsWith(named));
            boolean made = outputs.stream()
                    .anyMatch(output -> directory.resolve(output).normalize().startsWith(named));
            if (inside && !sent && !made) {
                throw notSent(word, "directory");
            }
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
                    "Run chmod +x " + program + ", or name its interpreter: sh " + program
                            + ". `no-check` skips this.");
        }
    }

    private void check(String word, Set<Path> travelling) throws ClientFailure {
        if (word.isEmpty() || word.indexOf('{') >= 0 || !isFile(word)) {
            return;
        }
        Path file = directory.resolve(word).normalize();
        boolean elsewhere = Path.of(word).isAbsolute() && !file.startsWith(directory);
        if (!elsewhere && !travelling.contains(file)) {
            throw notSent(word, "file");
        }
    }

    private static ClientFailure notSent(String word, String kind) {
        return ClientFailure.complete(
                word + " would not be sent; add `in` " + word + ".",
                "The command names a " + kind + " in this directory that is not an input.",
                "If the machines have their own copy, use `no-check`.");
    }

    private boolean isFile(String name) {
        return FileFinder.isFile(directory, name);
    }

    private boolean isDirectory(String name) {
        try {
            return Files.isDirectory(directory.resolve(name));
        } catch (InvalidPathException noName) {
            return false;
        }
    }
}
