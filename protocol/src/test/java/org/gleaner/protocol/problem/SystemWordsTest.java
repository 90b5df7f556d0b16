package org.gleaner.protocol.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SystemWordsTest {
    @Test
    void what_only_the_kind_of_failure_tells_is_said_in_words() {
        assertThat(SystemWords.of(new NoSuchFileException("/a"))).isEqualTo("there is no /a");
        assertThat(SystemWords.of(new AccessDeniedException("/a"))).isEqualTo("permission denied: /a");
        assertThat(SystemWords.of(new FileAlreadyExistsException("/a"))).isEqualTo("/a already exists");
        assertThat(SystemWords.of(new IOException("No space left on device"))).isEqualTo("No space left on device");
    }

    @Test
    void people_elsewhere_read_no_paths_of_this_machine() {
        assertThat(SystemWords.withoutPlaces(new FileSystemException("/a/b", null, "Not a directory")))
                .isEqualTo("Not a directory");
        assertThat(SystemWords.withoutPlaces(new NoSuchFileException("/a")))
                .isEqualTo("a file that it needs is not there");
        assertThat(SystemWords.withoutPlaces(new IOException("Cannot run \"/a\"")))
                .isEqualTo("a file could not be used");
        assertThat(SystemWords.withoutPlaces(new IOException("Input/output error")))
                .isEqualTo("Input/output error");
    }

    @Test
    void the_room_is_told_of_the_disk_where_a_file_was_to_be(@TempDir Path directory) {
        assertThat(SystemWords.of(new IOException("No space left on device"), directory.resolve("new/file")))
                .startsWith("No space left on device (")
                .endsWith(" free on the disk of " + directory + ")");
    }
}
