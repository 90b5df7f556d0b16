package org.gleaner.lab.child;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gleaner.terminal.console.Surroundings;

/**
 * How a program is started.
 *
 * @param words the first ones of its command line
 * @param directory where it runs; relative paths among its words begin there
 * @param environment what its own differs in from ours
 * @param endsWithUs whether a signal that ends us ends it too
 */
public record Launch(List<String> words, Path directory, Map<String, String> environment, boolean endsWithUs) {
    public Launch {
        words = List.copyOf(words);
        environment = Map.copyOf(environment);
    }

    /** This very program once more, as it is, whatever happens to its sources meanwhile. */
    public static Launch of(Surroundings here) {
        return new Launch(here.launcher(), here.directory(), Map.of("GLEANER_BUILD", "never"), true);
    }

    public Launch with(Map<String, String> more) {
        Map<String, String> all = new TreeMap<>(environment);
        all.putAll(more);
        return new Launch(words, directory, all, endsWithUs);
    }

    /** By way of another program, which becomes it or starts it. */
    public Launch behind(List<String> program) {
        return new Launch(joined(program, words), directory, environment, endsWithUs);
    }

    /** A process with these words behind ours. It reads nothing. */
    public ProcessBuilder builder(List<String> more) {
        ProcessBuilder builder = new ProcessBuilder(joined(words, more))
                .directory(directory.toFile())
                .redirectInput(new File("/dev/null"));
        // A server that the person works with has no part in this.
        builder.environment().remove("GLEANER_URL");
        builder.environment().remove("GLEANER_TOKEN");
        builder.environment().putAll(environment);
        return builder;
    }

    private static List<String> joined(List<String> some, List<String> more) {
        List<String> all = new ArrayList<>(some);
        all.addAll(more);
        return all;
    }
}
