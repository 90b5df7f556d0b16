package org.gleaner.agent.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TailTest {
    @Test
    void an_empty_file_has_an_empty_tail(@TempDir Path root) throws IOException {
        assertThat(tail(root, "")).isEmpty();
    }

    @Test
    void long_lines_are_cut_to_two_kilobytes(@TempDir Path root) throws IOException {
        assertThat(tail(root, "x".repeat(5000))).isEqualTo("x".repeat(2048));
        assertThat(tail(root, "y".repeat(3000) + "\nlast\n")).isEqualTo("last");
    }

    @Test
    void a_terminal_can_print_it(@TempDir Path root) throws IOException {
        assertThat(tail(root, "a\u001b[31mred\u0007\tb\r\nümlaut\n")).isEqualTo("a[31mred\tb\nümlaut");
    }

    private static String tail(Path root, String text) throws IOException {
        return Tail.of(Files.writeString(root.resolve("stderr"), text));
    }
}
