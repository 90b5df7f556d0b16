package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.TaskState;
import org.gleaner.lab.child.AgentChild;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that stand still for a while, as machines do that are suspended, and then go on as if nothing was. */
class SuspendIT {
    private static final Duration LONGER_THAN_LOST = Duration.ofSeconds(10);

    @TempDir
    Path temp;

    private RealGrid grid = new RealGrid(Path.of("unset"));

    @BeforeEach
    void start_the_server() throws Exception {
        grid = new RealGrid(temp).startServer().set("long-call", "1s", "suspect-after", "2s", "lost-after", "8s");
    }

    @AfterEach
    void kill_everything() throws Exception {
        grid.killAll();
    }

    @Test
    void a_server_that_stood_still_takes_no_node_for_dead() throws Exception {
        grid.startAgent("agent", 1);
        JobId job = grid.submit("--shell", "until [ -e '" + temp.resolve("go") + "' ]; do sleep 0.05; done");
        RealGrid.until(
                "it runs",
                () -> grid.counts(job).running() == 1 && !grid.taskProcesses().isEmpty());

        grid.server().signal("STOP");
        await().atMost(Duration.ofMinutes(5)).pollDelay(LONGER_THAN_LOST).until(grid.server()::isAlive);
        grid.server().signal("CONT");
        await().atMost(Duration.ofMinutes(5))
                .during(Duration.ofMillis(1500))
                .until(() -> grid.counts(job).running() == 1);
        grid.file("go", "");
        grid.untilDone(job);

        assertThat(grid.tasks(job).get(0).attempts()).isEqualTo(1);
    }

    @Test
    void an_agent_that_stood_still_too_long_loses_its_task_to_another_and_drops_it_when_it_goes_on() throws Exception {
        AgentChild sleeper = grid.startAgent("sleeper", 1);
        String line = "echo run >>'" + temp.resolve("runs") + "'; until [ -e '" + temp.resolve("go")
                + "' ]; do sleep 0.05; done; echo $GLEANER_ATTEMPT";
        JobId job = grid.submit("--copies", "1", "--shell", line);
        // What looks for runtimes is the agent's too, so a process alone is not yet the task.
        RealGrid.until("it runs", () -> Files.exists(temp.resolve("runs")));

        sleeper.child().signal("STOP");
        RealGrid.until("its attempt is lost", () -> grid.counts(job).ready() == 1);
        AgentChild other = grid.startAgent("other", 1);
        RealGrid.until(
                "another has it",
                () -> Files.readString(temp.resolve("runs")).equals("run\nrun\n")
                        && !other.place().taskProcesses().isEmpty());
        sleeper.child().signal("CONT");
        RealGrid.until(
                "the sleeper dropped it", () -> sleeper.place().taskProcesses().isEmpty());
        assertThat(grid.tasks(job).get(0).state()).isEqualTo(TaskState.RUNNING);
        grid.file("go", "");
        grid.untilDone(job);

        assertThat(grid.well("logs", job)).isEqualTo(job + ".1#2\n");
        assertThat(temp.resolve("runs")).content().isEqualTo("run\nrun\n");
        RealGrid.until(
                "nothing is left",
                () -> sleeper.place().leftovers().isEmpty()
                        && other.place().leftovers().isEmpty());
    }

    @Test
    void a_submit_whose_server_dies_under_it_makes_one_job() throws Exception {
        grid.server().signal("STOP");
        Shell.Started submit = grid.launch("submit", "--array", "1-3", "true");
        await().atMost(Duration.ofMinutes(5))
                .pollDelay(Duration.ofSeconds(1))
                .until(() -> submit.process().isAlive());
        grid.server().kill();
        grid.startServer();

        Shell.Result result = submit.result();
        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(grid.calls().jobs("", 10).get().jobs()).hasSize(1);
    }

    @Test
    void a_batch_whose_server_dies_under_it_makes_every_job_once() throws Exception {
        int jobs = 5_000;
        StringBuilder lines = new StringBuilder();
        for (int i = 1; i <= jobs; i++) {
            lines.append("true ").append(i).append('\n');
        }
        grid.file("jobs.txt", lines.toString());

        Shell.Started submit =
                grid.launch("submit", "--batch", temp.resolve("jobs.txt").toString());
        RealGrid.until(
                "some are there", () -> !grid.calls().jobs("", 1).get().jobs().isEmpty());
        grid.server().kill();
        grid.startServer();

        Shell.Result result = submit.result();
        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(result.out().lines()).hasSize(jobs).doesNotHaveDuplicates();
        // Numbers are given one after the other, so that the last one tells how many there ever were.
        assertThat(grid.calls().jobs("last", 1).get().jobs())
                .extracting(job -> job.id().value())
                .containsExactly((long) jobs);
    }
}
