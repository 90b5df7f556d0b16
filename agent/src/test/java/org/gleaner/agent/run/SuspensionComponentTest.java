package org.gleaner.agent.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.gleaner.agent.run.Attempts.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes that stand still because somebody needs the machine. */
@Timeout(900)
final class SuspensionComponentTest {
    private static final Duration SOON = Duration.ofMinutes(5);

    private Path root;
    private Attempts attempts;

    @BeforeEach
    void create(@TempDir Path directory) throws IOException {
        root = directory;
        attempts = new Attempts(directory);
    }

    @Test
    void the_whole_tree_stands_still_and_goes_on_later() throws Exception {
        AttemptRun run = attempts.prepare(shell("setsid sh -c 'while :; do sleep 0.01; done' & "
                + "(sh -c 'while :; do :; done' &) ; while [ ! -e " + root.resolve("end") + " ]; do sleep 0.01; done"));
        CompletableFuture<AttemptReport> end = inBackground(run);
        await().atMost(SOON).until(() -> states().size() >= 4);

        run.suspend();
        await().atMost(SOON).pollInterval(Duration.ofMillis(10)).until(this::allStopped);

        Files.createFile(root.resolve("end"));
        run.resume();
        assertThat(end.get(300, TimeUnit.SECONDS).outcome()).isEqualTo(Outcome.DONE);
        assertThat(states()).isEmpty();
    }

    @Test
    void the_time_limit_does_not_count_the_time_standing_still() throws Exception {
        AttemptRun run = attempts.prepare(
                shell("touch " + root.resolve("on") + "; sleep 0.3; echo ok").limit(Duration.ofSeconds(10)));
        CompletableFuture<AttemptReport> end = inBackground(run);
        await().atMost(SOON).until(() -> Files.exists(root.resolve("on")));

        run.suspend();
        await().atMost(SOON).until(this::allStopped);
        await().atMost(Duration.ofMinutes(5)).pollDelay(Duration.ofSeconds(11)).until(this::allStopped);
        run.resume();

        AttemptReport report = end.get(300, TimeUnit.SECONDS);
        assertThat(report.outcome()).isEqualTo(Outcome.DONE);
        assertThat(report.usage().run()).isLessThan(Duration.ofSeconds(10));
    }

    @Test
    void what_stands_still_can_be_ended_and_is_asked_first() throws Exception {
        AttemptRun run = attempts.prepare(shell("trap 'touch " + root.resolve("asked") + "; exit 0' TERM; touch "
                + root.resolve("on") + "; while :; do sleep 0.01; done"));
        CompletableFuture<AttemptReport> end = inBackground(run);
        await().atMost(SOON).until(() -> Files.exists(root.resolve("on")));
        run.suspend();
        await().atMost(SOON).until(this::allStopped);

        run.stop(Duration.ofSeconds(10));

        assertThat(end.get(300, TimeUnit.SECONDS).outcome()).isEqualTo(Outcome.STOPPED);
        assertThat(root.resolve("asked")).exists();
        assertThat(states()).isEmpty();
    }

    @Test
    void what_is_suspended_before_it_starts_starts_only_when_it_may() throws Exception {
        AttemptRun run = attempts.prepare(shell("touch " + root.resolve("ran")));
        run.suspend();
        CompletableFuture<AttemptReport> end = inBackground(run);
        await().atMost(SOON).until(() -> Files.exists(attempts.context().work().resolve("7.3-2")));
        assertThat(root.resolve("ran")).doesNotExist();

        run.resume();

        assertThat(end.get(300, TimeUnit.SECONDS).outcome()).isEqualTo(Outcome.DONE);
        assertThat(root.resolve("ran")).exists();
    }

    @Test
    void what_is_already_being_ended_is_killed_instead_of_suspended() throws Exception {
        AttemptRun run =
                attempts.prepare(shell("trap '' TERM; touch " + root.resolve("on") + "; while :; do sleep 0.01; done"));
        CompletableFuture<AttemptReport> end = inBackground(run);
        await().atMost(SOON).until(() -> Files.exists(root.resolve("on")));
        run.stop(Duration.ofHours(1));

        run.suspend();

        assertThat(end.get(300, TimeUnit.SECONDS).outcome()).isEqualTo(Outcome.STOPPED);
    }

    private static CompletableFuture<AttemptReport> inBackground(AttemptRun run) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return run.run();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        });
    }

    /** A shell that was just starting something waits in the kernel (D), until the child that stands still goes on. */
    private boolean allStopped() {
        List<String> states = states();
        return states.contains("T") && states.stream().allMatch(state -> state.equals("T") || state.equals("D"));
    }

    /** The kernel's letter for the state of each process of the attempt. */
    private List<String> states() {
        return attempts.table.read().stream()
                .map(entry -> entry.pid())
                .filter(pid -> attempts.table.carries(pid, TaskCommand.agentVariable(Attempts.MARKER)))
                .map(SuspensionComponentTest::state)
                .filter(state -> !state.isEmpty())
                .toList();
    }

    private static String state(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            return stat.substring(stat.lastIndexOf(')') + 2).substring(0, 1);
        } catch (IOException gone) {
            return "";
        }
    }
}
