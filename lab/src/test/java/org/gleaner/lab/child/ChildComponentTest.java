package org.gleaner.lab.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.gleaner.agent.machine.Signals;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With real processes: {@code tail -f} lives until it is ended. */
class ChildComponentTest {
    /** Only catches a hang. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final String LIVES = "echo begun $WORD; exec tail -f /dev/null";

    @TempDir
    Path folder;

    private final List<Child> children = new ArrayList<>();

    @AfterEach
    void end() {
        children.forEach(Child::close);
    }

    private Child child(String script) {
        Launch launch = new Launch(List.of("sh", "-c"), folder, Map.of("WORD", "hay"), false);
        Child child = new Child("child", launch, List.of(script), folder.resolve("said"));
        children.add(child);
        return child;
    }

    /** It has said its first words. */
    private static Child begun(Child child) throws IOException, InterruptedException {
        child.start();
        assertThat(child.await(PATIENCE, () -> child.said().contains("begun"))).isTrue();
        return child;
    }

    @Test
    void a_child_runs_in_its_directory_with_its_environment_until_it_is_ended() throws Exception {
        Child child = begun(child(LIVES));

        assertThat(child.said()).isEqualTo("begun hay\n");
        assertThat(child.isAlive()).isTrue();
        assertThat(child.end(PATIENCE)).isTrue();
        assertThat(child.isAlive()).isFalse();
    }

    @Test
    void a_second_start_changes_nothing_while_it_runs() throws Exception {
        Child child = begun(child(LIVES));
        long pid = child.pid();

        child.start();

        assertThat(child.pid()).isEqualTo(pid);
    }

    @Test
    void what_an_earlier_process_said_is_kept_in_the_file_and_not_told_again() throws Exception {
        Child child = begun(child(LIVES));
        child.kill();
        begun(child);

        assertThat(child.said()).isEqualTo("begun hay\n");
        assertThat(folder.resolve("said")).hasContent("begun hay\nbegun hay\n");
    }

    @Test
    void waiting_ends_when_the_process_does() throws Exception {
        Child child = child("echo trouble >&2; exit 3");
        child.start();

        assertThat(child.await(PATIENCE, () -> false)).isFalse();
        assertThat(child.lastWords()).isEqualTo("exit code 3; it said: trouble");
    }

    @Test
    void one_that_stands_still_is_ended_all_the_same() throws Exception {
        Child child = begun(child(LIVES));
        child.signal(Signals.STOP);

        assertThat(child.end(PATIENCE)).isTrue();
    }

    @Test
    void nothing_starts_a_child_that_was_closed() throws Exception {
        Child child = begun(child(LIVES));
        child.close();

        assertThat(child.awaitEnd(PATIENCE)).isTrue();
        child.start();
        assertThat(child.isAlive()).isFalse();
    }

    @Test
    void closing_takes_those_along_that_it_started() throws Exception {
        Child child = begun(child("tail -f /dev/null & echo $! >below; echo begun; wait"));
        long below = Long.parseLong(Files.readString(folder.resolve("below")).strip());

        child.close();

        ProcessHandle.of(below)
                .ifPresent(process ->
                        process.onExit().orTimeout(2, TimeUnit.MINUTES).join());
        assertThat(ProcessHandle.of(below).map(ProcessHandle::isAlive).orElse(false))
                .isFalse();
    }

    @Test
    void one_that_was_never_started_has_no_process() {
        Child child = child(LIVES);

        assertThat(child.isAlive()).isFalse();
        assertThatThrownBy(child::pid).hasMessageContaining("never started");
    }
}
