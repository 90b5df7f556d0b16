package org.gleaner.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class InkTest {
    @Test
    void only_a_terminal_that_wants_colours_gets_them() {
        assertThat(Ink.of(false, Map.of("TERM", "xterm", "COLORTERM", "truecolor")))
                .isEqualTo(Ink.NONE);
        assertThat(Ink.of(true, Map.of())).isEqualTo(Ink.NONE);
        assertThat(Ink.of(true, Map.of("TERM", "dumb"))).isEqualTo(Ink.NONE);
        assertThat(Ink.of(true, Map.of("TERM", "xterm", "NO_COLOR", "1"))).isEqualTo(Ink.NONE);
        assertThat(Ink.of(true, Map.of("TERM", "xterm"))).isEqualTo(Ink.CUBE);
        assertThat(Ink.of(true, Map.of("TERM", "xterm", "COLORTERM", "truecolor")))
                .isEqualTo(Ink.FULL);
    }
}
