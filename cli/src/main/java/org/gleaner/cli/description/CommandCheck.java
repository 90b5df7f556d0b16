package org.gleaner.cli.description;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.gleaner.cli.file.FileFinder;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.console.CliFailure;

/**
 * Catches the slips that would make every task fail: a file left behind, a program that nobody may run, and a pattern
 * that the shell took.
 */
final class CommandCheck {
    private final Path directory;

    CommandCheck(Path directory) {
        this.directory = directory.normalize();
    }

    /** {@code --each *.txt} without quotes arrives as one name, and the others look like the command. */
    void expanded(Arguments arguments) throws CliFailure {
        if (arguments.operands().isEmpty()) {
            return;
        }
        String first = arguments.operand(0, "");
        if (isNamed(arguments, first)) {
            return;
        }
        for (String flag : List.of("each", "in")) {
            for (String value : arguments.all(flag)) {
                if (!FileFinder.isPattern(value) && isFile(value) && isFile(first) && !isProgram(value, first)) {
                    throw CliFailure.usage(
                            "Your shell expanded the pattern behind --" + flag + "; quote it.",
                            "The next file, " + first + ", would be taken for the command.",
                            "Write it as --" + flag + " '*" + suffix(value) + "'"
                                    + (flag.equals("in") ? ", or repeat --in for each file." : "."));
                }
            }
        }
    }

    /** A shell names each file once: a command that is also an input was meant to be both. */
    private boolean isNamed(Arguments arguments, String first) {
        if (!isFile(first)) {
            return false;
        }
        Path program = directory.resolve(first).normalize();
        for (String value : arguments.all("in")) {
            if (isFile(value) && directory.resolve(value).normalize().equals(program)) {
                return true;
            }
        }
        return false;
    }

    private boolean isProgram(String value, String first) {
        boolean sameKind = !suffix(value).isEmpty() && suffix(value).equals(suffix(first));
        return Files.isExecutable(directory.resolve(first)) && !sameKind;
    }

    /** A word that names a file here names nothing on another machine unless the file travels. */
    void leftBehind(List<String> words, Set<Path> travelling) throws CliFailure {
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
    void directoriesLeftBehind(List<String> words, Set<Path> travelling, List<String> outputs) throws CliFailure {
        for (String word : words.subList(Math.min(1, words.size()), words.size())) {
            if (word.isEmpty() || word.indexOf('{') >= 0 || !is(word, Files::isDirectory)) {
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
    void runnable(List<String> words, Set<Path> travelling) throws CliFailure {
        String program = words.isEmpty() ? "" : words.get(0);
        if (program.indexOf('/') < 0 || !isFile(program)) {
            return;
        }
        Path file = directory.resolve(program).normalize();
        if (travelling.contains(file) && !Files.isExecutable(file)) {
            throw CliFailure.usage(
                    program + " is not executable.",
                    "It is sent as it is, so no machine could start it.",
                    "Run chmod +x " + program + ", or name its interpreter: sh " + program
                            + ". --no-check skips this.");
        }
    }

    private void check(String word, Set<Path> travelling) throws CliFailure {
        if (word.isEmpty() || word.indexOf('{') >= 0 || !isFile(word)) {
            return;
        }
        Path file = directory.resolve(word).normalize();
        boolean elsewhere = Path.of(word).isAbsolute() && !file.startsWith(directory);
        if (!elsewhere && !travelling.contains(file)) {
            throw notSent(word, "file");
        }
    }

    private static CliFailure notSent(String word, String kind) {
        return CliFailure.usage(
                word + " would not be sent; add --in " + word + ".",
                "The command names a " + kind + " in this directory that is not an input.",
                "If the machines have their own copy, use --no-check.");
    }

    private boolean isFile(String name) {
        return is(name, Files::isRegularFile);
    }

    private boolean is(String name, Predicate<Path> kind) {
        try {
            return kind.test(directory.resolve(name));
        } catch (InvalidPathException noName) {
            return false;
        }
    }

    private static String suffix(String name) {
        int dot = name.lastIndexOf('.');
        return dot > name.lastIndexOf('/') + 1 ? name.substring(dot) : "";
    }
}
