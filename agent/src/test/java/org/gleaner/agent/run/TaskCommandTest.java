package org.gleaner.agent.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gleaner.agent.run.Attempts.shell;
import static org.gleaner.agent.run.Attempts.words;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gleaner.core.job.OutputFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TaskCommandTest {
    @Test
    void every_word_gets_the_entry() {
        assertThat(new TaskCommand(words("sim", "--in={}", "{#}", "{x}")
                                .entry("a b")
                                .start())
                        .words())
                .containsExactly("sim", "--in=a b", "3", "{x}");
    }

    @Test
    void a_shell_line_stays_as_it_is() {
        assertThat(new TaskCommand(shell("echo {}").entry("a").start()).words())
                .containsExactly("/bin/sh", "-c", "echo {}");
    }

    @Test
    void an_entry_cannot_lead_an_output_out_of_the_directory() {
        TaskCommand command = new TaskCommand(words("true")
                .entry("../../etc/x")
                .out(new OutputFile("{}", false))
                .start());

        assertThatThrownBy(command::outputs)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("..");
    }

    @Test
    void commands_are_searched_as_the_system_would(@TempDir Path root) throws IOException {
        Files.createDirectories(root.resolve("dir"));
        Files.writeString(root.resolve("plain"), "");

        assertThat(obstacle("sh", root, "/nowhere:/bin")).isNull();
        assertThat(obstacle("sh", root, "/nowhere")).isEqualTo("command not found: sh");
        assertThat(obstacle("/bin/sh", root, "")).isNull();
        assertThat(obstacle("./plain", root, "/bin")).isEqualTo("not executable: ./plain");
        assertThat(obstacle("plain", root, root.toString())).isEqualTo("not executable: plain");
        assertThat(obstacle("./dir", root, "/bin")).isEqualTo("not executable: ./dir");
    }

    private static @Nullable String obstacle(String program, Path directory, String searchPath) {
        return new TaskCommand(words(program).start()).obstacle(directory, searchPath);
    }
}
