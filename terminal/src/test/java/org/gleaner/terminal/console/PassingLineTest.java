package org.gleaner.terminal.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

final class PassingLineTest {
    private static final String ERASE = "\r\033[K";

    private final ByteArrayOutputStream screen = new ByteArrayOutputStream();

    private PassingLine line(boolean terminal) {
        return new PassingLine(new PrintStream(screen, true, UTF_8), terminal);
    }

    @Test
    void a_command_that_is_interrupted_leaves_nothing_of_it_and_draws_nothing_more() {
        PassingLine line = line(true);
        line.show("future 3 of 20");

        line.interrupted();
        line.show("future 4 of 20");
        line.clear();

        assertThat(screen.toString(UTF_8)).isEqualTo(ERASE + "future 3 of 20" + ERASE);
    }

    @Test
    void what_is_cleared_may_be_shown_again() {
        PassingLine line = line(true);

        line.show("one");
        line.clear();
        line.show("two");
        line.clear();
        line.clear();

        assertThat(screen.toString(UTF_8)).isEqualTo(ERASE + "one" + ERASE + ERASE + "two" + ERASE);
    }

    @Test
    void a_script_reads_nothing_of_it() {
        PassingLine line = line(false);

        line.show("one");
        line.clear();

        assertThat(screen.toString(UTF_8)).isEmpty();
    }
}
