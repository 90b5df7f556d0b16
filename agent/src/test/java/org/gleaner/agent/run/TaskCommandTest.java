package org.gleaner.agent.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gleaner.agent.run.Attempts.shell;
import static org.gleaner.agent.run.Attempts.words;

import java.util.List;
import java.util.Map;
import org.gleaner.agent.machine.Cards;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.job.OutputFile;
import org.gleaner.core.job.Platform;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.Workplace;
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
    void a_task_hears_what_it_uses_and_a_variable_of_its_job_wins() {
        Requirements needs =
                new Requirements(1, null, null, Platform.ANY, false, Amounts.parse(List.of("gpu=2", "matlab=1")));
        Cards.Taken cards = Cards.of(Map.of()).take(2);
        Workplace own = new Workplace(Map.of(Cards.VARIABLE, "7"), null, null, List.of(), false);
        TaskEnvironment around = TaskEnvironment.of(Map.of(), "mark", false);

        assertThat(new TaskCommand(words("sim").needs(needs).start())
                        .using(cards)
                        .environment(around))
                .containsEntry("GLEANER_USE_gpu", "2")
                .containsEntry("GLEANER_USE_matlab", "1")
                .containsEntry(Cards.VARIABLE, "0,1");
        assertThat(new TaskCommand(words("sim").needs(needs).at(own).start())
                        .using(cards)
                        .environment(around))
                .containsEntry(Cards.VARIABLE, "7");
        assertThat(new TaskCommand(words("sim").start()).environment(around)).doesNotContainKey(Cards.VARIABLE);
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
