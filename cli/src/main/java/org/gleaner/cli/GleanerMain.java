package org.gleaner.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.gleaner.cli.console.Surroundings;
import org.jspecify.annotations.Nullable;

/** Entry point of the one runnable jar, and the only class that looks at the process it runs in. */
public final class GleanerMain {
    private GleanerMain() {}

    public static void main(String[] arguments) {
        Surroundings here = surroundings();
        int exit = CommandRunner.run(List.of(arguments), here);
        here.out().flush();
        here.err().flush();
        System.exit(exit);
    }

    private static Surroundings surroundings() {
        Map<String, String> environment = System.getenv();
        Path directory = Path.of(System.getProperty("user.dir", ".")).toAbsolutePath();
        String home = environment.get("GLEANER_HOME");
        Path root = home == null || home.isEmpty()
                ? Path.of(System.getProperty("user.home", ".")).resolve(".gleaner")
                : directory.resolve(home);
        // The launcher names the streams that are terminals ("012"): the JVM can only tell about all of them at once.
        String terminals = System.getProperty("gleaner.terminals", "");
        boolean toPerson = terminals.indexOf('1') >= 0;
        Surroundings.Streams streams = new Surroundings.Streams(
                System.in,
                utf8(FileDescriptor.out, !toPerson),
                utf8(FileDescriptor.err, false),
                toPerson,
                terminals.indexOf('2') >= 0,
                terminals.indexOf('0') >= 0);
        return new Surroundings(
                root, directory, environment, streams, launcher(System.getProperty("gleaner.launcher")));
    }

    private static PrintStream utf8(FileDescriptor stream, boolean buffered) {
        FileOutputStream raw = new FileOutputStream(stream);
        return buffered
                ? new PrintStream(new BufferedOutputStream(raw, 1 << 13), false, StandardCharsets.UTF_8)
                : new PrintStream(raw, true, StandardCharsets.UTF_8);
    }

    /** How to start this program again. */
    private static List<String> launcher(@Nullable String script) {
        return script != null
                ? List.of(script)
                : List.of(
                        System.getProperty("java.home", "") + "/bin/java",
                        "-cp",
                        System.getProperty("java.class.path", ""),
                        GleanerMain.class.getName());
    }
}
