package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command that people type most must feel like a command, not like a program that starts. */
class StatusSpeedIT {
    private static final int FEWEST = 5;
    private static final int MOST = 40;

    @TempDir
    Path temp;

    private RealGrid grid = new RealGrid(Path.of("unset"));

    @BeforeEach
    void start_the_server() throws Exception {
        grid = new RealGrid(temp).startServer();
    }

    @AfterEach
    void kill_everything() throws Exception {
        grid.killAll();
    }

    /** Compares the fastest of each: whatever else the machine does makes runs slower, never faster. */
    @Test
    void status_takes_at_most_three_times_as_long_as_an_empty_program() throws Exception {
        grid.submit("true");
        Duration empty = Duration.ofDays(1);
        Duration status = Duration.ofDays(1);

        for (int run = 0; run < MOST && (run < FEWEST || status.compareTo(empty.multipliedBy(3)) > 0); run++) {
            empty = shorter(empty, time(new Shell(temp).start("java", "-cp", classes(), EmptyProgram.class.getName())));
            status = shorter(status, time(grid.launch("status")));
        }

        assertThat(status).isLessThanOrEqualTo(empty.multipliedBy(3));
    }

    private static Duration time(Shell.Started program) throws IOException, InterruptedException {
        long began = System.nanoTime();
        assertThat(program.result().exit()).isZero();
        return Duration.ofNanos(System.nanoTime() - began);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static Path classes() throws URISyntaxException {
        return Path.of(EmptyProgram.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    }
}
