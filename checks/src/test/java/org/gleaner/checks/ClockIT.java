package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.message.TaskRow;
import org.gleaner.protocol.message.TaskRow.LastAttempt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Machines whose clocks on the wall are an hour off, in both directions. */
class ClockIT {
    @TempDir
    Path temp;

    private RealGrid grid = new RealGrid(Path.of("unset"));

    @AfterEach
    void kill_everything() throws Exception {
        grid.killAll();
    }

    @Test
    void agents_whose_clocks_are_an_hour_off_work_as_others_and_times_are_the_servers() throws Exception {
        assumeTrue(canShiftClocks(), "skipped: faketime is not installed");
        Instant before = Instant.now().minusSeconds(5);
        grid = new RealGrid(temp).startServer();
        startAgent("ahead", "+1h");
        startAgent("behind", "-1h");
        RealGrid.until(
                "both are there", () -> grid.calls().nodes().get().nodes().size() == 2);

        JobId job = grid.submit("--array", "1-6", "--time", "30s", "sleep", "1");
        grid.untilDone(job);

        assertThat(grid.tasks(job)).hasSize(6).allSatisfy(row -> {
            assertThat(row.attempts()).isEqualTo(1);
            assertThat(last(row).assigned()).isBetween(before, Instant.now().plusSeconds(5));
            assertThat(last(row).ended()).isBetween(before, Instant.now().plusSeconds(5));
            assertThat(last(row).usage().run()).isBetween(Duration.ofMillis(900), Duration.ofSeconds(30));
        });
        assertThat(grid.tasks(job).stream().map(row -> last(row).node()).distinct())
                .hasSize(2);
    }

    private static LastAttempt last(TaskRow row) {
        return Objects.requireNonNull(row.last(), "every task was tried");
    }

    /** Only the clock on the wall is another one; time passes as it does elsewhere, and files keep their times. */
    private void startAgent(String name, String off) throws IOException {
        List<Object> shifted =
                List.of("env", "FAKETIME_DONT_FAKE_MONOTONIC=1", "NO_FAKE_STAT=1", "faketime", "-f", off);
        Object token = grid.data().resolve("join.token");
        grid.launchBehind(
                shifted,
                "none",
                "agent",
                grid.url(),
                "--token-file",
                token,
                "--dir",
                temp.resolve(name),
                "--slots",
                "1",
                "--sandbox",
                "off",
                "--page-port",
                "off");
    }

    private boolean canShiftClocks() throws InterruptedException {
        try {
            Shell.Result shifted = new Shell(temp).run("faketime", "-f", "+1h", "date", "+%s");
            return shifted.exit() == 0
                    && Long.parseLong(shifted.out().strip()) > Instant.now().getEpochSecond() + 3500;
        } catch (IOException absent) {
            return false;
        }
    }
}
