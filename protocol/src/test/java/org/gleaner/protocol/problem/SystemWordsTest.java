package org.gleaner.protocol.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
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
    void the_room_is_told_of_the_disk_where_a_file_was_to_be(@TempDir Path directory) {
        assertThat(SystemWords.of(new IOException("No space left on device"), directory.resolve("new/file")))
                .startsWith("No space left on device (")
                .endsWith(" free on the disk of " + directory + ")");
    }
}
