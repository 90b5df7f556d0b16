package org.gleaner.agent.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.gleaner.agent.sandbox.Room;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunnerShellTest {
    @TempDir
    private Path root;

    @Test
    void what_serves_and_has_worked_for_long_waits_longer_but_not_for_ever() throws Exception {
        try (RunnerShell serving = new ServingShell(place(Workspace.createForServing(root.resolve("serving"))), null);
                RunnerShell plain = new StartingShell(Workspace.createForRunner(root.resolve("plain")), false, null)) {
            assertThat(serving.patience(Duration.ZERO)).isEqualTo(Duration.ofSeconds(5));
            assertThat(serving.patience(Duration.ofSeconds(2))).isEqualTo(Duration.ofSeconds(20));
            assertThat(serving.patience(Duration.ofHours(1))).isEqualTo(Duration.ofSeconds(30));
            assertThat(plain.patience(Duration.ofHours(1))).isEqualTo(Duration.ofSeconds(2));
        }
    }

    @Test
    void the_end_of_what_serves_answers_whatever_was_asked_and_the_end_of_a_command_only_its_own_order()
            throws Exception {
        try (RunnerShell serving = new ServingShell(place(Workspace.createForServing(root.resolve("serving"))), null);
                RunnerShell plain = new StartingShell(Workspace.createForRunner(root.resolve("plain")), false, null)) {
            assertThat(serving.isAnswer(RunnerAnswer.CURRENT, 7)).isTrue();
            assertThat(plain.isAnswer(RunnerAnswer.CURRENT, 7)).isFalse();
            for (RunnerShell shell : List.of(serving, plain)) {
                assertThat(shell.isAnswer(7, 7)).isTrue();
                assertThat(shell.isAnswer(6, 7)).isFalse();
            }
        }
    }

    private static Runner.Place place(Workspace workspace) {
        Room room = new Room(workspace.files(), workspace.temporary(), null, null, false, false, List.of());
        return new Runner.Place(workspace, room);
    }
}
