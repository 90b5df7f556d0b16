package org.gleaner.client.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class TravelDirectoryTest {
    @Test
    void nothing_is_left_when_it_is_closed() throws Exception {
        TravelDirectory directory = new TravelDirectory();
        Path inner = Files.createDirectories(directory.path().resolve("code/a"));
        Files.writeString(inner.resolve("b.jar"), "b");

        directory.close();

        assertThat(directory.path()).doesNotExist();
    }
}
