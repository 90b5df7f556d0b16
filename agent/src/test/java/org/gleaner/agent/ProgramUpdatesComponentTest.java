package org.gleaner.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.gleaner.agent.disk.AgentDirectory;
import org.gleaner.agent.disk.NodeIdentity;
import org.gleaner.agent.install.ProgramDirectory;
import org.gleaner.core.id.NodeId;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.http.Trouble;
import org.gleaner.protocol.message.Program;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an agent does about the script that started it, once its program works. */
final class ProgramUpdatesComponentTest {
    @TempDir
    private Path directory;

    private final List<Integer> ends = new ArrayList<>();
    private ProgramDirectory programs;

    @BeforeEach
    void laysDownTheScriptOfTheReleaseBefore() throws Exception {
        programs = new ProgramDirectory(Files.createDirectories(directory.resolve("program")));
        try (InputStream old = ProgramDirectory.class.getResourceAsStream("start-0.1.0.sh")) {
            Files.writeString(
                    programs.script(), new String(Objects.requireNonNull(old).readAllBytes(), UTF_8));
        }
    }

    @Test
    void a_service_restarts_once_for_a_new_script() throws Exception {
        ends(true);

        assertThat(ends).containsExactly(ProgramDirectory.START_ANEW);
        assertThat(programs.script()).content().contains("-XX:+ExitOnOutOfMemoryError");
    }

    @Test
    void an_agent_that_nobody_would_start_again_stays() throws Exception {
        ends(false);

        assertThat(ends).isEmpty();
        assertThat(programs.script()).content().contains("-XX:+ExitOnOutOfMemoryError");
    }

    @Test
    void a_program_on_trial_leaves_the_script_alone() throws Exception {
        Files.createFile(programs.path().resolve("trying"));

        ends(true);

        assertThat(ends).isEmpty();
        assertThat(programs.script()).content().contains("-Xmx64m");
    }

    private void ends(boolean service) throws Exception {
        ProgramUpdates updates =
                new ProgramUpdates(programs, new NoSource(), () -> true, ends::add, service, Optional.empty());
        try (AgentDirectory own = AgentDirectory.open(directory.resolve("agent"))) {
            own.remember(new NodeIdentity(new NodeId(3), "secret"));
            Registration session = new Registration(own);
            for (int time = 0; time < 2; time++) {
                updates.reported();
                updates.askOnce(session);
            }
        }
    }

    /** A server that has no other program. */
    private static final class NoSource implements ProgramUpdates.Source {
        @Override
        public Answer<Program> program(String token) {
            return new Answer.Unreachable<>(new Trouble("", "", ""));
        }

        @Override
        public Answer<Long> fetch(String token, Program program, Path target) {
            throw new AssertionError("there is nothing to fetch");
        }
    }
}
