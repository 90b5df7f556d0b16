package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.gleaner.core.id.JobId;
import org.gleaner.lab.child.Impossible;
import org.gleaner.lab.torture.WallClock;
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
        WallClock.Maker clocks = clocks();
        Instant before = Instant.now().minusSeconds(5);
        grid = new RealGrid(temp).startServer();
        startAgent("ahead", clocks, Duration.ofHours(1));
        startAgent("behind", clocks, Duration.ofHours(-1));
        RealGrid.until(
                "both are there", () -> grid.calls().nodes().get().nodes().size() == 2);

        JobId job = grid.submit("--copies", "1", "--array", "1-6", "--time", "30s", "sleep", "1");
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

    @Test
    void a_server_that_started_400_days_ahead_removes_nothing_and_is_right_as_soon_as_its_clock_is() throws Exception {
        WallClock clock = clocks().make("server");
        clock.shift(Duration.ZERO);
        grid = new RealGrid(temp).startServerBehind(under(clock));
        grid.startAgent("agent", 1, List.of("--sandbox", "off"));
        JobId old = grid.submit("true");
        grid.untilDone(old);
        RealGrid.stop(grid.server());

        clock.shift(Duration.ofDays(400));
        grid.startServer();
        assertThat(grid.well("sweep", "--grace", "0s")).contains("the server's clock may be wrong");
        assertThat(grid.counts(old).done()).isEqualTo(1);
        assertThat(grid.gleaner("doctor").out()).contains("its clock jumped ahead by 400 d");

        clock.shift(Duration.ZERO);
        RealGrid.until(
                "nothing is in doubt",
                () -> grid.calls().health().get().warnings().isEmpty());
        JobId young = grid.submit("true");
        grid.untilDone(young);
        assertThat(last(grid.tasks(young).get(0)).ended())
                .isBetween(Instant.now().minusSeconds(600), Instant.now().plusSeconds(5));
        assertThat(grid.well("sweep")).doesNotContain("in doubt");
        assertThat(grid.counts(old).done()).isEqualTo(1);
    }

    @Test
    void a_server_that_started_400_days_behind_dates_nothing_to_long_ago() throws Exception {
        WallClock clock = clocks().make("server");
        clock.shift(Duration.ZERO);
        grid = new RealGrid(temp).startServerBehind(under(clock));
        RealGrid.stop(grid.server());

        clock.shift(Duration.ofDays(-400));
        grid.startServer();
        grid.startAgent("agent", 1, List.of("--sandbox", "off"));
        JobId job = grid.submit("true");
        grid.untilDone(job);

        assertThat(last(grid.tasks(job).get(0)).ended())
                .isBetween(Instant.now().minusSeconds(600), Instant.now().plusSeconds(5));
        clock.shift(Duration.ZERO);
        RealGrid.until(
                "nothing is in doubt",
                () -> grid.calls().health().get().warnings().isEmpty());
        grid.well("sweep");
        assertThat(grid.counts(job).done()).isEqualTo(1);
    }

    private static List<String> under(WallClock clock) {
        List<String> words = new ArrayList<>(List.of("env"));
        clock.environment().forEach((variable, value) -> words.add(variable + "=" + value));
        return words;
    }

    private static LastAttempt last(TaskRow row) {
        return Objects.requireNonNull(row.last(), "every task was tried");
    }

    /** Only the clock on the wall is another one; time passes as it does elsewhere. */
    private void startAgent(String name, WallClock.Maker clocks, Duration off) throws IOException {
        WallClock clock = clocks.make(name);
        clock.shift(off);
        grid.startAgentBehind(name, 1, List.of("--sandbox", "off"), under(clock));
    }

    private WallClock.Maker clocks() throws IOException, InterruptedException {
        try {
            return new WallClock.Maker(temp);
        } catch (Impossible why) {
            return abort("skipped: no other clock can be made here: " + why.getMessage());
        }
    }
}
