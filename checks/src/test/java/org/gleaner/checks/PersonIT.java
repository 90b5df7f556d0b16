package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.gleaner.core.id.JobId;
import org.gleaner.lab.child.AgentChild;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The person at the machine, with real agents. */
@Timeout(1800)
final class PersonIT {
    @TempDir
    private Path temp;

    private RealGrid grid;

    @BeforeEach
    void start_a_server() throws Exception {
        grid = new RealGrid(temp);
        grid.startServer();
    }

    @AfterEach
    void kill_everything() throws Exception {
        grid.killAll();
    }

    @Test
    void a_paused_agent_suspends_its_task_and_goes_on_with_it_when_it_is_resumed() throws Exception {
        AgentChild agent = grid.startAgent("agent", 1, List.of("--sandbox", "off", "--evict-after", "1h"));
        JobId job = grid.submit(
                "--shell",
                "touch '" + temp.resolve("runs") + "'; until [ -e '" + temp.resolve("go") + "' ]; do sleep 0.05; done");
        untilRunning(job);

        grid.well("agent", "pause", "2h", "--dir", temp.resolve("agent"));
        RealGrid.until("it stands still", () -> allStopped(agent));
        assertThat(grid.well("agent", "status", "--dir", temp.resolve("agent")))
                .contains("Work is suspended", "work is paused until", "suspended", "http://127.0.0.1:");
        grid.file("go", "");
        grid.well("agent", "resume", "--dir", temp.resolve("agent"));
        grid.untilDone(job);

        assertThat(grid.tasks(job).get(0).attempts()).isEqualTo(1);
    }

    @Test
    void an_idle_agent_that_was_just_paused_or_resumed_says_so_at_once() throws Exception {
        grid.startAgent("agent", 1, List.of("--sandbox", "off"));
        RealGrid.until("it is there", () -> Files.exists(temp.resolve("agent/page")));

        grid.well("agent", "pause", "2h", "--dir", temp.resolve("agent"));
        String paused = grid.well("agent", "status", "--dir", temp.resolve("agent"));
        grid.well("agent", "resume", "--dir", temp.resolve("agent"));
        String resumed = grid.well("agent", "status", "--dir", temp.resolve("agent"));

        assertThat(paused).contains("Not working now", "work is paused until");
        assertThat(resumed).contains("Ready for work").doesNotContain("paused");
    }

    @Test
    void a_task_that_stands_still_too_long_is_evicted_and_runs_elsewhere_uncharged() throws Exception {
        AgentChild agent = grid.startAgent("agent", 1, List.of("--sandbox", "off", "--evict-after", "1s"));
        JobId job = grid.submit(
                "--max-failures",
                "1",
                "--shell",
                "touch '" + temp.resolve("runs") + "'; until [ -e '" + temp.resolve("go") + "' ]; do sleep 0.05; done");
        untilRunning(job);

        grid.well("agent", "pause", "--dir", temp.resolve("agent"));
        RealGrid.until("its memory is free", () -> agent.place().taskProcesses().isEmpty());
        RealGrid.until("the task is free", () -> grid.counts(job).ready() == 1);
        grid.file("go", "");
        grid.startAgent("other", 1);
        grid.untilDone(job);

        assertThat(grid.tasks(job).get(0).attempts()).isEqualTo(2);
    }

    @Test
    void a_shutdown_waits_at_most_five_seconds_for_tasks_that_do_not_listen() throws Exception {
        grid.set("kill-grace", "2m");
        AgentChild agent = grid.startAgent("agent", 2, List.of("--sandbox", "off"));
        JobId job = grid.submit("--array", "1-2", "--shell", "trap '' TERM; while :; do sleep 0.1; done");
        RealGrid.until("both run", () -> grid.counts(job).running() == 2 && RealGrid.sessionsOfTasks(agent) >= 2);

        long begin = System.nanoTime();
        RealGrid.stop(agent.child());
        Duration took = Duration.ofNanos(System.nanoTime() - begin);

        // Promised are 5 s; a busy machine may add to them, but the grace that tasks have otherwise is not waited for.
        assertThat(took).isLessThan(Duration.ofMinutes(1));
        assertThat(agent.place().taskProcesses()).isEmpty();
    }

    /** A process alone is not yet the task: what looks for runtimes is the agent's too. */
    private void untilRunning(JobId job) {
        RealGrid.until("it runs", () -> grid.counts(job).running() == 1 && Files.exists(temp.resolve("runs")));
    }

    private static boolean allStopped(AgentChild agent) throws IOException {
        boolean anyStopped = false;
        for (long pid : agent.place().taskProcesses()) {
            Path stat = Path.of("/proc/" + pid + "/stat");
            String text = Files.exists(stat) ? Files.readString(stat) : ") Z";
            char state = text.charAt(text.lastIndexOf(')') + 2);
            // A shell that was just starting a child waits (D) for the child that was stopped (T).
            if ("TDZ".indexOf(state) < 0) {
                return false;
            }
            anyStopped |= state == 'T';
        }
        return anyStopped;
    }
}
