package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.gleaner.core.id.JobId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What does not start says why, and starts as soon as someone has fixed it. */
final class RefusalIT {
    private static final Pattern ADVICE = Pattern.compile("'gleaner (retry [^']*)'");

    @TempDir
    private Path temp;

    private RealGrid grid;

    @BeforeEach
    void start() throws Exception {
        grid = new RealGrid(temp).startServer();
        grid.startAgent("agent", 2);
        grid.well("run", "true");
    }

    @AfterEach
    void stop() throws Exception {
        grid.killAll();
    }

    @Test
    void a_script_that_was_made_executable_runs_at_once() throws Exception {
        Path script = grid.file("run.sh", "#!/bin/sh\necho it ran\n");
        Shell.Result forgotten = grid.gleaner("run", "--no-check", "--in", "run.sh", "./run.sh");
        assertThat(forgotten.exit()).isNotZero();
        assertThat(forgotten.err()).contains("1 task blocked", "not executable");

        assertThat(script.toFile().setExecutable(true)).isTrue();

        assertThat(grid.well("run", "--in", "run.sh", "./run.sh")).contains("it ran");
        // And what why advises for the first one works, word for word.
        assertThat(advice("2")).isEqualTo("retry 2 --refresh");
        grid.well((Object[]) advice("2").split(" "));
        assertThat(grid.well("wait", "2")).isEmpty();
    }

    @Test
    void who_waits_is_told_within_seconds_what_keeps_the_job() throws Exception {
        Shell.Started waiting = grid.launch("run", "--tag", "gpu", "true");

        RealGrid.until(
                "run says what keeps it", () -> Files.readString(waiting.err()).contains("Without the tag 'gpu'"));
        assertThat(Files.readString(waiting.err()))
                .startsWith("Warning: no machine in this pool can run it: tag missing")
                .contains("Nothing is running yet.");
        assertThat(grid.well("status", "2")).contains("tag missing");
        assertThat(grid.well("status")).contains("'gleaner why 2' says why");
    }

    @Test
    void an_input_that_the_server_lost_is_its_own_fault_and_is_asked_for_again() throws Exception {
        grid.file("data.txt", "precious\n");
        grid.well("node", "pause", "1");
        JobId job = grid.submit("--in", "data.txt", "cat", "data.txt");
        loseEveryBlob();
        grid.well("node", "resume", "1");

        Shell.Result waited = grid.gleaner("wait", job);
        assertThat(waited.exit()).isEqualTo(1);
        assertThat(waited.err()).contains("the server has lost the file data.txt");
        assertThat(grid.well("why", job))
                .contains("needs a file that the server has lost")
                .doesNotContain("no machine could start it");
        assertThat(grid.well("node", "info", "1")).doesNotContain("could not start");

        assertThat(advice(job.toString())).isEqualTo("retry " + job + " --refresh");
        grid.well((Object[]) advice(job.toString()).split(" "));
        assertThat(grid.gleaner("wait", job).exit()).isZero();
        assertThat(grid.well("logs", job)).contains("precious");
    }

    private String advice(String job) throws Exception {
        Matcher found = ADVICE.matcher(grid.well("why", job));
        assertThat(found.find()).isTrue();
        return found.group(1);
    }

    private void loseEveryBlob() throws IOException {
        try (Stream<Path> files = Files.walk(grid.data().resolve("blobs"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.delete(file);
            }
        }
    }
}
