package org.gleaner.agent.person;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import org.gleaner.agent.machine.Machine;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PauseFileTest {
    private static final Instant NOW = Instant.parse("2026-05-04T10:00:00Z");

    @TempDir
    private Path root;

    private PauseFile pause;

    @BeforeEach
    void open() {
        pause = new PauseFile(root);
    }

    @Test
    void a_pause_ends_by_itself_or_when_somebody_resumes() throws IOException {
        pause.pause(Duration.ofSeconds(10), NOW);
        assertThat(pause.read(NOW.plusSeconds(9))).isNotNull();
        assertThat(pause.read(NOW.plusSeconds(10))).isNull();

        pause.pause(null, NOW);
        assertThat(pause.read(NOW.plus(Duration.ofDays(999)))).isEqualTo(new PauseFile.Pause(null));
        assertThat(pause.resume()).isTrue();
        assertThat(pause.read(NOW)).isNull();
    }

    @Test
    void a_pause_that_can_not_be_read_is_believed_for_an_hour_and_not_for_ever() throws IOException {
        // For root, who reads everything, a directory in its place is as good.
        Path file = Files.createDirectory(root.resolve("pause"));
        Files.setLastModifiedTime(file, FileTime.from(NOW));

        assertThat(pause.read(NOW.plusSeconds(3599))).isEqualTo(new PauseFile.Pause(NOW.plusSeconds(3600)));
        assertThat(pause.read(NOW.plusSeconds(3600))).isNull();
    }

    @Test
    void what_root_writes_belongs_to_the_account_of_the_agent() throws IOException {
        assumeThat(Machine.isRoot())
                .as("only root can speak to an agent of another account")
                .isTrue();
        Files.setAttribute(root, "unix:uid", 65534);

        pause.pause(Duration.ofSeconds(10), NOW);

        assertThat(Files.getAttribute(root.resolve("pause"), "unix:uid")).isEqualTo(65534);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(root.resolve("pause"))))
                .isEqualTo("rw-------");
    }
}
