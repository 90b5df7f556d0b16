package org.gleaner.agent.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OpenKernelFilesTest {
    @TempDir
    private Path directory;

    @Test
    void what_a_file_says_now_is_read_and_not_what_it_said_before() throws Exception {
        Path file = Files.writeString(directory.resolve("pids.current"), "12345\n");

        try (OpenKernelFiles files = new OpenKernelFiles()) {
            String first = files.read(file);
            Files.writeString(file, "7\n");
            String second = files.read(file);
            Files.writeString(file, "");

            assertThat(first).isEqualTo("12345\n");
            assertThat(second).isEqualTo("7\n");
            assertThat(files.read(file)).isEmpty();
        }
    }

    @Test
    void it_goes_on_with_the_file_that_it_opened_whoever_gets_its_name() throws Exception {
        Path file = Files.writeString(directory.resolve("stat"), "mine");

        try (OpenKernelFiles files = new OpenKernelFiles()) {
            files.read(file);
            Files.delete(file);
            Files.writeString(file, "another's");

            assertThat(files.read(file)).isEqualTo("mine");
        }
    }

    @Test
    void what_is_not_there_too_long_or_closed_is_not_taken_for_an_answer() throws Exception {
        Path missing = directory.resolve("missing");
        Path large = Files.writeString(directory.resolve("large"), "1".repeat(10_000));
        Path small = Files.writeString(directory.resolve("small"), "1");
        OpenKernelFiles files = new OpenKernelFiles();

        assertThatThrownBy(() -> files.read(missing)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> files.read(large)).isInstanceOf(IOException.class);
        assertThat(files.read(small)).isEqualTo("1");
        files.close();
        assertThatThrownBy(() -> files.read(small)).isInstanceOf(IOException.class);
    }
}
