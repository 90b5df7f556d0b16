package org.gleaner.terminal.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TerminalTextTest {
    private final ByteArrayOutputStream terminal = new ByteArrayOutputStream();
    private final Outlet outlet = Outlet.toTerminal(terminal);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u001b]0;owned\u0007",
                "\u001b]52;c;ZXZpbA==\u0007",
                "\u001b[2J\u001b[H",
                "\u001bP+q544e\u001b\\",
                "\u009b31m",
                "\u0008\u0008\u007f",
                "\u000e\u000f"
            })
    void a_terminal_obeys_nothing_that_tasks_print_or_names_hold(String evil) {
        outlet.text().print("before" + evil + "after\n");

        String shown = terminal.toString(UTF_8);
        assertThat(shown).startsWith("before").endsWith("after\n");
        assertThat(shown.chars().filter(Character::isISOControl)).containsExactly((int) '\n');
        assertThat(Printer.printable("before" + evil + "after").chars()).noneMatch(Character::isISOControl);
    }

    @Test
    void the_escape_is_seen_for_what_it_is() {
        outlet.text().print("a\u001b[31mb");

        assertThat(terminal.toString(UTF_8)).isEqualTo("a\u241b[31mb");
    }

    @Test
    void text_of_every_language_tabs_and_lines_stay_however_the_bytes_are_cut() throws IOException {
        String text = "Grüße,\t世界 😀\nnext\r\nlast";
        for (byte one : text.getBytes(UTF_8)) {
            outlet.text().write(new byte[] {one});
        }

        assertThat(terminal.toString(UTF_8)).isEqualTo(text.replace("\r", ""));
    }

    @Test
    void a_carriage_return_writes_over_nothing() {
        outlet.text().print("10 %\r20 %");

        assertThat(terminal.toString(UTF_8)).isEqualTo("10 %\n20 %");
    }

    @Test
    void bytes_that_are_no_text_do_no_harm() throws IOException {
        outlet.text().write(new byte[] {'a', (byte) 0x9b, '3', (byte) 0xff, 'b'});

        assertThat(terminal.toString(UTF_8)).isEqualTo("a\ufffd3\ufffdb");
    }

    @Test
    void what_we_draw_ourselves_and_what_goes_to_a_program_is_left_alone() {
        outlet.drawn().print("\r\u001b[K");
        Outlet.toProgram(terminal, false).text().print("\u001b[31m");

        assertThat(terminal.toString(UTF_8)).isEqualTo("\r\u001b[K\u001b[31m");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u202e",
                "\u2066",
                "\u200f",
                "\u061c",
                "\u200b",
                "\u200c",
                "\u200d",
                "\u2028",
                "\u2060",
                "\ufeff",
                "\udb40\udc41",
                "\u3164",
                "\u115f",
                "\u1160",
                "\uffa0",
                "\u2800",
                "\ufe0f",
                "\udb40\udd00"
            })
    void marks_that_nobody_sees_are_seen_and_turn_nothing_around(String mark) {
        outlet.text().print("gnp." + mark + "txt");

        assertThat(terminal.toString(UTF_8)).isEqualTo("gnp.\ufffdtxt");
        assertThat(Printer.printable("gnp." + mark + "txt")).isEqualTo("gnp. txt");
    }

    @Test
    void a_name_does_not_turn_the_line_around() {
        assertThat(Printer.printable("gnp.\u202etxt")).isEqualTo("gnp. txt");
    }
}
