package org.gleaner.cli.description;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gleaner.client.file.FileFinder;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.console.CliFailure;

/** Notices that the shell took a pattern that was meant for us. */
final class ShellPattern {
    private final Path directory;

    ShellPattern(Path directory) {
        this.directory = directory.normalize();
    }

    /** {@code --each *.txt} without quotes arrives as one name, and the others look like the command. */
    void check(Arguments arguments) throws CliFailure {
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
                            "Your shell expanded the pattern after --" + flag + "; quote it.",
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

    private boolean isFile(String name) {
        return FileFinder.isFile(directory, name);
    }

    private static String suffix(String name) {
        int dot = name.lastIndexOf('.');
        return dot > name.lastIndexOf('/') + 1 ? name.substring(dot) : "";
    }
}
