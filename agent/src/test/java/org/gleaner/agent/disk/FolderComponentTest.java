package org.gleaner.agent.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(900)
class FolderComponentTest {
    private static final Path NAME = Path.of("result");

    @TempDir
    private Path root;

    @Test
    void whoever_opens_a_pipe_that_came_in_the_place_of_a_file_is_not_held_for_ever() throws Exception {
        assumeThat(Files.isExecutable(Path.of("/usr/bin/mkfifo"))).isTrue();
        assertThat(new ProcessBuilder("mkfifo", root.resolve(NAME).toString())
                        .start()
                        .waitFor())
                .isZero();

        try (Folder folder = Folder.open(root)) {
            assertThatThrownBy(() -> folder.openWithin(Duration.ofMillis(50), NAME))
                    .isInstanceOf(AccessDeniedException.class)
                    .hasMessageContaining("pipe");
        }
    }

    @Test
    void a_file_is_read_among_others_as_it_is_alone() throws IOException {
        Files.writeString(root.resolve(NAME), "seven b");

        try (Folder folder = Folder.open(root);
                SeekableByteChannel content = folder.readAmongOthers(NAME)) {
            assertThat(content.size()).isEqualTo(7);
        }
    }

    @Test
    void what_is_not_there_or_no_file_is_refused_among_others_too() throws IOException {
        Files.createSymbolicLink(root.resolve(NAME), Path.of("/etc/passwd"));

        try (Folder folder = Folder.open(root)) {
            assertThatThrownBy(() -> folder.readAmongOthers(NAME)).isInstanceOf(AccessDeniedException.class);
            assertThatThrownBy(() -> folder.openWithin(Duration.ofSeconds(30), NAME))
                    .isInstanceOf(IOException.class);
            assertThatThrownBy(() -> folder.readAmongOthers(Path.of("nothing"))).isInstanceOf(IOException.class);
        }
    }
}
