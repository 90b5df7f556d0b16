package org.gleaner.cli.description;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gleaner.cli.file.FileFinder;
import org.gleaner.cli.file.Hasher;
import org.gleaner.cli.file.LocalFile;
import org.gleaner.core.job.FilePath;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.Workplace;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Surroundings;

/** What the flags say about the surroundings of a task. */
final class WorkplaceFlags {
    private WorkplaceFlags() {}

    static Workplace of(Arguments arguments, Surroundings here, FileFinder finder, Hasher hasher)
            throws CliFailure, IOException {
        return new Workplace(
                variables(arguments, here),
                arguments.text("cwd"),
                arguments.text("setup"),
                archives(arguments, here, finder, hasher),
                arguments.has("network"));
    }

    private static Map<String, String> variables(Arguments arguments, Surroundings here) throws CliFailure {
        Map<String, String> variables = new TreeMap<>();
        for (String text : arguments.all("env")) {
            int equals = text.indexOf('=');
            String name = equals < 0 ? text : text.substring(0, equals);
            String value = equals < 0 ? here.environment().get(text) : text.substring(equals + 1);
            if (value == null) {
                throw arguments.unusable(
                        "env", "The variable " + text + " is not set here; write " + text + "=VALUE, or set it.");
            }
            if (FilePath.isAltered(value)) {
                throw arguments.unusable("env", "The value of " + name + " is not UTF-8 text.");
            }
            if (variables.containsKey(name)) {
                throw arguments.unusable("env", "The variable " + name + " is given twice.");
            }
            variables.put(name, value);
        }
        return variables;
    }

    private static List<InputFile> archives(Arguments arguments, Surroundings here, FileFinder finder, Hasher hasher)
            throws CliFailure, IOException {
        List<InputFile> archives = new ArrayList<>();
        for (String name : arguments.all("in-archive")) {
            if (!Files.isRegularFile(here.file(name))) {
                throw arguments.unusable("in-archive", "There is no file " + name + " here.");
            }
            LocalFile file = finder.named(name).get(0);
            ArchiveCheck.readable(file.source(), arguments);
            archives.add(hasher.input(file));
        }
        return archives;
    }
}
