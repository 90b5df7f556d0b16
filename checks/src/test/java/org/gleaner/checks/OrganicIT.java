package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.node.Duty;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.TaskRow;
import org.gleaner.protocol.message.TaskRow.LastAttempt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A steady machine and one that keeps dying, real agents both: the server learns which is which and gives each the work
 * that it will finish. What takes days in a pool takes seconds here; only the figures are smaller.
 */
@Timeout(1800)
final class OrganicIT {
    @TempDir
    private Path temp;

    private RealGrid grid = new RealGrid(Path.of("unset"));

    @BeforeEach
    void start_the_server() throws Exception {
        grid = new RealGrid(temp).startServer().set("long-call", "1s", "chunk-tasks", "1");
    }

    @AfterEach
    void kill_everything() throws Exception {
        grid.killAll();
    }

    @Test
    void a_long_task_goes_to_the_steady_machine_and_short_ones_to_the_one_that_keeps_dying() throws Exception {
        ScriptedMachine steady = ScriptedMachine.join(grid, "steady");
        ScriptedMachine flaky = ScriptedMachine.join(grid, "flaky");
        flaky.hasDied(25);
        grid.well("config", "set", "strategy", "uptime");
        steady.start();
        JobId known = grid.submit("--type", "long", "--shell", "sleep 10");
        RealGrid.until("the steady one runs it", () -> grid.counts(known).running() == 1);
        JobId shorts = grid.submit("--type", "short", "--array", "1-200", "--shell", "sleep 0.3");

        try (ScriptedMachine dying = flaky.keepDying()) {
            RealGrid.until(
                    "both types and both machines are known",
                    () -> grid.counts(known).done() == 1 && grid.counts(shorts).done() > 0 && dying.deaths() >= 3);
            assertThat(placed("first")).as("by uptime").isEqualTo(steady.node());

            grid.well("config", "set", "strategy", "survival");
            assertThat(placed("second")).as("by survival").isEqualTo(steady.node());
        }

        assertThat(grid.counts(shorts).ready())
                .as("there was a choice to the end")
                .isPositive();
    }

    /** A long task that ends when it was placed; where it was, and it was tried nowhere else. */
    private NodeId placed(String name) throws Exception {
        JobId job = grid.submit(longUntil(name));
        RealGrid.until("it is placed", () -> row(job).last() != null);
        end(job, name);
        assertThat(row(job).attempts()).isEqualTo(1);
        return last(job).node();
    }

    @Test
    void a_copy_is_started_where_it_pays_and_only_there() throws Exception {
        ScriptedMachine steady = ScriptedMachine.join(grid, "steady");
        ScriptedMachine flaky = ScriptedMachine.join(grid, "flaky");
        steady.start();
        JobId known = grid.submit("--type", "long", "--shell", "sleep 8");
        RealGrid.until("the steady one runs it", () -> grid.counts(known).running() == 1);
        flaky.die(4);
        flaky.start();
        grid.untilDone(known);

        JobId safe = caughtOn(steady, flaky, longUntil("first"));
        untilOldEnoughForACopy(safe);
        // The other machine asks for more after each of these, and there is nothing but what runs already.
        JobId shorts = grid.submit("--type", "short", "--array", "1-3", "--shell", "sleep 0.3");
        grid.untilDone(shorts);
        assertThat(row(safe).attempts())
                .as("it will come to its end where it is")
                .isEqualTo(1);
        end(safe, "first");

        // Long enough for the steady one, which asks every second, and short enough to be over soon anyway.
        JobId quick = caughtOn(flaky, steady, "--type", "short", "--shell", "sleep 3");
        grid.untilDone(quick);
        // On a machine that is busy enough it is not over soon, and a copy does pay.
        if (took(quick).compareTo(Duration.ofSeconds(6)) < 0) {
            assertThat(row(quick).attempts()).as("a copy would gain nothing").isEqualTo(1);
            assertThat(last(quick).node()).isEqualTo(flaky.node());
        }

        JobId doubtful = caughtOn(flaky, steady, longUntil("second"));
        RealGrid.until("it runs twice", () -> row(doubtful).attempts() == 2);
        flaky.agent().child().kill();
        end(doubtful, "second");

        assertThat(last(doubtful).node()).as("the copy came to the end").isEqualTo(steady.node());
        assertThat(row(doubtful).attempts()).isEqualTo(2);
    }

    private Duration took(JobId job) throws IOException, CallFailed {
        return Duration.between(
                last(job).assigned(), Objects.requireNonNull(last(job).ended()));
    }

    /** A task that runs on the one machine while the other has nothing to do. */
    private JobId caughtOn(ScriptedMachine one, ScriptedMachine other, Object... words) throws Exception {
        assertThat(grid.calls().setDuty(other.node(), Duty.PAUSED).get()).isTrue();
        JobId job = grid.submit(words);
        RealGrid.until("it runs", () -> !one.agent().place().taskProcesses().isEmpty());
        assertThat(last(job).node()).isEqualTo(one.node());
        assertThat(grid.calls().setDuty(other.node(), Duty.WORKING).get()).isTrue();
        return job;
    }

    /** What has just begun gets no copy anyway. */
    private void untilOldEnoughForACopy(JobId job) throws IOException, CallFailed {
        Instant begun = last(job).assigned();
        RealGrid.until("it has run for a while", () -> Instant.now().isAfter(begun.plusSeconds(14)));
    }

    /** A long task that runs until it is told to end. */
    private Object[] longUntil(String name) {
        return new Object[] {"--type", "long", "--shell", "until [ -e '" + flag(name) + "' ]; do sleep 0.1; done"};
    }

    private void end(JobId job, String name) throws IOException, CallFailed {
        Files.createFile(flag(name));
        grid.untilDone(job);
    }

    private Path flag(String name) {
        return temp.resolve("flag-" + name);
    }

    private TaskRow row(JobId job) throws IOException, CallFailed {
        return grid.tasks(job).get(0);
    }

    private LastAttempt last(JobId job) throws IOException, CallFailed {
        LastAttempt last = row(job).last();
        assertThat(last).isNotNull();
        return last;
    }
}
