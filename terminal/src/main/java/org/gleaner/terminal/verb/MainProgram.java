package org.gleaner.terminal.verb;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.gleaner.protocol.http.HomeDirectory;
import org.gleaner.terminal.console.Outlet;
import org.gleaner.terminal.console.Surroundings;
import org.jspecify.annotations.Nullable;

/** What each main class does, and the only class that looks at the process it runs in. */
public final class MainProgram {
    private MainProgram() {}

    /** Runs one command and ends the process with its exit code. */
    public static void run(Class<?> main, CommandRunner runner, String[] arguments) {
        Surroundings here = surroundings(main);
        int exit = runner.run(List.of(arguments), here);
        here.out().flush();
        here.err().flush();
        System.exit(exit);
    }

    private static Surroundings surroundings(Class<?> main) {
        Map<String, String> environment = System.getenv();
        Path directory = Path.of(System.getProperty("user.dir", ".")).toAbsolutePath();
        Path home = HomeDirectory.of(environment, directory, System.getProperty("user.home", "."));
        // The launcher names the streams that are terminals ("012"): the JVM can only tell about all of them at once.
        String known = System.getProperty("gleaner.terminals");
        String terminals = known == null ? terminals() : known;
        Surroundings.Streams streams = new Surroundings.Streams(
                System.in,
                outlet(FileDescriptor.out, terminals.indexOf('1') >= 0, true),
                outlet(FileDescriptor.err, terminals.indexOf('2') >= 0, false),
                terminals.indexOf('0') >= 0);
        return new Surroundings(
                home, directory, environment, streams, launcher(System.getProperty("gleaner.launcher"), main));
    }

    /** Without the launcher Linux can be asked; elsewhere nothing is taken for a terminal. */
    private static String terminals() {
        StringBuilder terminals = new StringBuilder();
        for (int stream = 0; stream <= 2; stream++) {
            try {
                String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + stream))
                        .toString();
                terminals.append(target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") ? stream : "");
            } catch (IOException unknown) {
                // Then it is a file or a program, as far as anybody knows.
            }
        }
        return terminals.toString();
    }

    private static Outlet outlet(FileDescriptor stream, boolean terminal, boolean buffered) {
        FileOutputStream raw = new FileOutputStream(stream);
        return terminal ? Outlet.toTerminal(raw) : Outlet.toProgram(raw, buffered);
    }

    /** How to start this program again. */
    private static List<String> launcher(@Nullable String script, Class<?> main) {
        return script != null
                ? List.of(script)
                : List.of(
                        System.getProperty("java.home", "") + "/bin/java",
                        "-cp",
                        System.getProperty("java.class.path", ""),
                        main.getName());
    }
}
