package org.gleaner.agent.disk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AgentDirectoryTest {
    @Test
    void remembers_who_it_is_and_what_its_processes_carry(@TempDir Path root) throws Exception {
        Path dir = root.resolve("deep/agent");
        String marker;
        try (AgentDirectory first = AgentDirectory.open(dir)) {
            assertThat(first.identity()).isNull();
            first.remember(new NodeIdentity(new NodeId(3), "secret"));
            marker = first.marker();
        }

        try (AgentDirectory next = AgentDirectory.open(dir)) {
            assertThat(next.identity()).isEqualTo(new NodeIdentity(new NodeId(3), "secret"));
            assertThat(next.marker()).isEqualTo(marker);
        }
    }

    @Test
    void directories_that_are_missing_are_private_also_above_its_own(@TempDir Path root) throws Exception {
        AgentDirectory.createPrivate(root.resolve("home/agent"));

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(root.resolve("home"))))
                .isEqualTo("rwx------");
    }

    @Test
    void a_directory_with_other_peoples_files_is_not_free_for_an_agent(@TempDir Path root) throws Exception {
        Path empty = Files.createDirectory(root.resolve("empty"));
        Path others = Files.createDirectory(root.resolve("others"));
        Files.writeString(others.resolve("thesis.tex"), "three years");
        Path prepared = Files.createDirectory(root.resolve("prepared"));
        Files.writeString(prepared.resolve("runtimes"), "");
        Files.createDirectory(prepared.resolve("program"));

        assertThat(AgentDirectory.isFree(root.resolve("none"))).isTrue();
        assertThat(AgentDirectory.isFree(empty)).isTrue();
        assertThat(AgentDirectory.isFree(prepared)).isTrue();
        assertThat(AgentDirectory.isFree(others)).isFalse();
        assertThat(AgentDirectory.isFree(others.resolve("thesis.tex"))).isFalse();

        AgentDirectory.open(empty).close();
        Files.writeString(empty.resolve("core.1234"), "left by somebody");
        assertThat(AgentDirectory.isFree(empty)).as("an agent's").isTrue();
    }

    @Test
    void one_agent_at_a_time(@TempDir Path root) throws Exception {
        try (AgentDirectory first = AgentDirectory.open(root)) {
            assertThatThrownBy(() -> AgentDirectory.open(root)).isInstanceOf(DirectoryInUse.class);
            assertThat(first.work()).isDirectory();
        }

        AgentDirectory.open(root).close();
    }

    @Test
    void a_damaged_identity_is_none(@TempDir Path root) throws Exception {
        for (byte[] damaged : List.of("three\n".getBytes(UTF_8), new byte[] {(byte) 0xff, '\n', 'a'})) {
            Files.write(root.resolve("identity"), damaged);

            try (AgentDirectory directory = AgentDirectory.open(root)) {
                assertThat(directory.identity()).isNull();
                assertThat(directory.isCopied()).isFalse();
            }
        }
    }

    @Test
    void an_identity_never_shows_its_token() {
        assertThat(new NodeIdentity(new NodeId(3), "secret").toString()).isEqualTo("n3");
    }

    @Test
    void names_of_attempts_are_plain() {
        assertThat(AgentDirectory.nameOf(AttemptId.of(7, 3, 2))).isEqualTo("7.3-2");
    }
}
