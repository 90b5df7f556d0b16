package org.gleaner.agent.disk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import org.gleaner.agent.machine.Machine;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

        assertThat(isFree(root.resolve("none"))).isTrue();
        assertThat(isFree(empty)).isTrue();
        assertThat(isFree(prepared)).isTrue();
        assertThat(isFree(others)).isFalse();
        assertThat(isFree(others.resolve("thesis.tex"))).isFalse();

        AgentDirectory.open(empty).close();
        Files.writeString(empty.resolve("core.1234"), "left by somebody");
        assertThat(isFree(empty)).as("an agent's").isTrue();
    }

    private static boolean isFree(Path directory) throws IOException {
        try {
            AgentDirectory.requireFree(directory, null);
            return true;
        } catch (DirectoryRefused refused) {
            assertThat(refused.remedy()).contains("--dir", "gleaner-agent", "one that an agent has used");
            return false;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"work", "results", "cache", "setups", "sandbox", "program"})
    void a_link_in_the_place_of_one_of_its_directories_is_refused_and_nothing_is_changed(
            String name, @TempDir Path root) throws Exception {
        Path elsewhere = Files.createDirectory(root.resolve("elsewhere"));
        Files.writeString(elsewhere.resolve("thesis.tex"), "three years");
        Path dir = Files.createDirectory(root.resolve("agent"));
        Files.writeString(dir.resolve("marker"), "x");
        Files.createSymbolicLink(dir.resolve(name), elsewhere);

        assertThatThrownBy(() -> AgentDirectory.open(dir))
                .isInstanceOfSatisfying(
                        DirectoryRefused.class,
                        refused -> assertThat(refused.remedy()).contains("--dir " + elsewhere.resolve("gleaner")))
                .hasMessageContaining(dir.resolve(name) + " is a link to " + elsewhere);

        assertThat(dir).isDirectoryNotContaining(entry -> entry.endsWith("lock"));
        assertThat(dir.resolve("marker")).hasContent("x");
        assertThat(elsewhere.resolve("thesis.tex")).exists();
    }

    @Test
    void its_lock_is_never_made_behind_a_link(@TempDir Path root) throws Exception {
        Path dir = Files.createDirectory(root.resolve("agent"));
        Files.createSymbolicLink(dir.resolve("lock"), root.resolve("elsewhere"));

        assertThatThrownBy(() -> AgentDirectory.open(dir)).isInstanceOf(DirectoryRefused.class);

        assertThat(root.resolve("elsewhere")).doesNotExist();
    }

    @Test
    void a_directory_that_is_itself_reached_by_a_link_is_taken(@TempDir Path root) throws Exception {
        Path place = Files.createDirectory(root.resolve("place"));
        Path link = Files.createSymbolicLink(root.resolve("link"), place);

        AgentDirectory.open(link).close();

        assertThat(place.resolve("marker")).exists();
    }

    @ParameterizedTest
    @ValueSource(strings = {".", "cache"})
    void root_takes_no_directory_that_belongs_to_somebody_else(String name, @TempDir Path root) throws Exception {
        assumeTrue(Machine.isRoot(), "only root can give a directory away");
        AgentDirectory.open(root).close();
        UserPrincipal nobody =
                root.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
        Files.setOwner(root.resolve(name), nobody);

        assertThatThrownBy(() -> AgentDirectory.open(root))
                .isInstanceOf(DirectoryRefused.class)
                .hasMessageContaining("belongs to nobody");
        AgentDirectory.requireSafe(root, "nobody");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rwxrwx---", "rwx----w-"})
    void root_takes_no_directory_to_which_others_can_write(String mode, @TempDir Path root) throws Exception {
        assumeTrue(Machine.isRoot(), "this is a rule for root");
        Files.setPosixFilePermissions(root, PosixFilePermissions.fromString(mode));

        assertThatThrownBy(() -> AgentDirectory.open(root))
                .isInstanceOfSatisfying(
                        DirectoryRefused.class,
                        refused -> assertThat(refused.remedy()).endsWith("chmod go-w " + root));

        assertThat(root).isEmptyDirectory();
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
