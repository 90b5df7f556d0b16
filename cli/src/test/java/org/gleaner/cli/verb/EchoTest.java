package org.gleaner.cli.verb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class EchoTest {
    private final Echo echo = new Echo();

    @Test
    void one_attempt_is_passed_on_as_it_is() {
        assertThat(fresh("one\n") + fresh("two\n")).isEqualTo("one\ntwo\n");
        assertThat(echo.differs()).isFalse();
    }

    @Test
    void what_a_second_attempt_repeats_is_passed_on_once() {
        String first = fresh("one\ntw");

        echo.again();

        assertThat(first + fresh("on") + fresh("e\ntwo\nthr") + fresh("ee\n")).isEqualTo("one\ntwo\nthree\n");
        assertThat(echo.differs()).isFalse();
    }

    @Test
    void so_is_what_a_third_one_repeats() {
        String all = fresh("one\n");
        echo.again();
        all += fresh("one\ntwo\n");
        echo.again();

        assertThat(all + fresh("one\ntwo\nthree\n")).isEqualTo("one\ntwo\nthree\n");
        assertThat(echo.differs()).isFalse();
    }

    @Test
    void an_attempt_that_prints_something_else_is_noticed() {
        String unused = fresh("node-1\n");
        echo.again();

        assertThat(fresh("node-2\nmore\n")).isEqualTo("more\n");
        assertThat(echo.differs()).isTrue();
    }

    @Test
    void so_is_one_that_prints_less() {
        String unused = fresh("one\ntwo\n");
        echo.again();

        assertThat(fresh("one\n")).isEmpty();
        assertThat(echo.differs()).isTrue();
    }

    private String fresh(String text) {
        return new String(echo.fresh(text.getBytes(UTF_8)), UTF_8);
    }
}
