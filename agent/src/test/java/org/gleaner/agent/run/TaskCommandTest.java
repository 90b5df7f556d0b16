package org.gleaner.agent.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gleaner.agent.run.Attempts.shell;
import static org.gleaner.agent.run.Attempts.words;

import java.util.Map;
import org.gleaner.core.job.OutputFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

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
    void what_linux_gives_to_no_program_is_told_before_it_is_tried() {
        String large = "x".repeat(128 << 10);

        assertThat(obstacle("echo", "small")).isNull();
        assertThat(obstacle("echo", large)).contains("more than 131071 bytes").contains("--in");
        assertThat(new TaskCommand(words("true").start()).obstacle(Map.of("BIG", large)))
                .contains("BIG")
                .contains("--in");
    }

    private static @Nullable String obstacle(String... words) {
        return new TaskCommand(words(words).start()).obstacle(Map.of());
    }
}
