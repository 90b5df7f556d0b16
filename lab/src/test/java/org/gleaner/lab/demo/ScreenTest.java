package org.gleaner.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScreenTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8);

    @Test
    void without_a_terminal_nothing_is_drawn_and_nothing_is_coloured() {
        Screen screen = new Screen(out, false, Ink.NONE);

        screen.command("gleaner status");
        screen.draw(List.of("picture"));
        screen.line("text");

        assertThat(text()).isEqualTo("$ gleaner status\ntext\n");
    }

    @Test
    void text_goes_above_the_drawing_until_that_is_left() {
        Screen screen = new Screen(out, true, Ink.NONE);

        screen.draw(List.of("a", "b"));
        screen.line("text");
        screen.draw(List.of("c", "d"));
        screen.leaveDrawing();
        screen.line("end");

        assertThat(text().split("\n", -1))
                .containsExactly(
                        "a\033[K", "b\033[K", "\033[2A\033[Jtext", "a", "b", "\033[2Ac\033[K", "d\033[K", "end", "");
    }

    @Test
    void escape_sequences_of_a_task_are_not_obeyed() {
        new Screen(out, true, Ink.NONE).printed("bad\033[2J\nnext\n");

        assertThat(text()).isEqualTo("    bad [2J\n    next\n");
    }

    private String text() {
        return bytes.toString(StandardCharsets.UTF_8).replace("\r\n", "\n");
    }
}
