package org.gleaner.terminal.console;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The place a command runs in, read once at the start.
 *
 * @param home where settings, the default server's data and notes of submissions are
 * @param directory the current directory, which relative file names start from
 * @param launcher the words that start this program again
 */
public record Surroundings(
        Path home, Path directory, Map<String, String> environment, Streams streams, List<String> launcher) {

    /** Standard streams; {@code inIsTerminal} tells whether a person types. */
    public record Streams(InputStream in, Outlet stdout, Outlet stderr, boolean inIsTerminal) {
        /** Nobody types. */
        public Streams(InputStream in, PrintStream out, PrintStream err, boolean outIsTerminal, boolean errIsTerminal) {
            this(in, Outlet.plain(out, outIsTerminal), Outlet.plain(err, errIsTerminal), false);
        }

        public PrintStream out() {
            return stdout.text();
        }

        public PrintStream err() {
            return stderr.text();
        }

        public boolean outIsTerminal() {
            return stdout.terminal();
        }

        public boolean errIsTerminal() {
            return stderr.terminal();
        }
    }

    public PrintStream out() {
        return streams.out();
    }

    public PrintStream err() {
        return streams.err();
    }

    /** An environment variable; one that is empty counts as not set. */
    public @Nullable String variable(String name) {
        String value = environment.get(name);
        return value == null || value.isEmpty() ? null : value;
    }

    /** A file as the person named it. */
    public Path file(String name) {
        return directory.resolve(name);
    }
}
