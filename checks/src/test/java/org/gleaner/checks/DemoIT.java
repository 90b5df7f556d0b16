package org.gleaner.checks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gleaner.agent.machine.ProcessTable;
import org.gleaner.agent.machine.Signals;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo keeps what it promises: it succeeds and leaves nothing running. */
class DemoIT {
    /** It takes about two minutes; a busy machine may take longer. */
    private static final Duration LIMIT = Duration.ofMinutes(8);

    private static final Path OUR_JAVA = Path.of(System.getProperty("java.home"));
    /** Where Debian puts every Java. */
    private static final Path JAVAS = Path.of("/usr/lib/jvm");

    @TempDir
    Path temp;

    @AfterEach
    void kill_everything() throws IOException {
        for (long pid : processesInTemp()) {
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void the_demo_succeeds_on_the_newest_java_here_and_leaves_nothing_running() throws Exception {
        Shell.Result result = demo(newestJava()).result(LIMIT);

        assertThat(result.exit()).as(result.out() + result.err()).isZero();
        assertThat(result.out()).contains("kill -9", "gleaner submit", "gleaner retry", "--refresh", "gleaner why");
        assertThat(processesInTemp()).isEmpty();
    }

    @Test
    void an_interrupted_demo_leaves_nothing_running_either() throws Exception {
        Shell.Started demo = demo(OUR_JAVA);
        RealGrid.until("server and agents run", () -> processesInTemp().size() >= 5);

        Signals.send("INT", List.of(demo.process().pid()));
        demo.result();

        assertThat(processesInTemp()).isEmpty();
    }

    private Shell.Started demo(Path java) throws IOException {
        return new Shell(temp)
                .with("JAVA_HOME", java)
                .with("GLEANER_HOME", temp.resolve("home"))
                .with("GLEANER_JAVA_OPTS", "-XX:TieredStopAtLevel=1 -Djava.io.tmpdir=" + temp)
                .start(RealGrid.LAUNCHER, "demo");
    }

    /** All other tests use ours. */
    private static Path newestJava() throws IOException {
        int newest = Runtime.version().feature();
        Path found = OUR_JAVA;
        if (Files.isDirectory(JAVAS)) {
            try (DirectoryStream<Path> homes = Files.newDirectoryStream(JAVAS)) {
                for (Path home : homes) {
                    int version = version(home);
                    if (version > newest) {
                        newest = version;
                        found = home;
                    }
                }
            }
        }
        return found;
    }

    private static int version(Path home) throws IOException {
        Path release = home.resolve("release");
        if (!Files.isExecutable(home.resolve("bin/java")) || !Files.isRegularFile(release)) {
            return 0;
        }
        Matcher version = Pattern.compile("JAVA_VERSION=\"(\\d+)").matcher(Files.readString(release));
        return version.find() ? Integer.parseInt(version.group(1)) : 0;
    }

    /** The demo itself included, while it runs. */
    private List<Long> processesInTemp() throws IOException {
        String place = temp.toRealPath().toString();
        return new ProcessTable()
                .read().stream()
                        .map(ProcessTable.Entry::pid)
                        .filter(pid -> isIn(place, pid))
                        .toList();
    }

    private static boolean isIn(String place, long pid) {
        Path process = Path.of("/proc", Long.toString(pid));
        try {
            return Files.readString(process.resolve("cmdline"), UTF_8).contains(place)
                    || Files.readSymbolicLink(process.resolve("cwd")).startsWith(place);
        } catch (IOException gone) {
            return false;
        }
    }
}
