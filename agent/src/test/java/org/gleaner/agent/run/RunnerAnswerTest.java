package org.gleaner.agent.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RunnerAnswerTest {
    private static final String TIMES = "0m0.000000s 0m0.010000s\n";

    @Test
    void an_answer_tells_how_the_command_ended_and_what_all_used_so_far() throws Exception {
        InputStream in = stream("12 139 clean\n" + TIMES + "1m2.340000s 0m0.010000s\n13 0 stained\n0m0.1s 0m0.2s\n"
                + "1m2.340s 0m1.010s\n");

        RunnerAnswer first = RunnerAnswer.read(in);
        RunnerAnswer second = RunnerAnswer.read(in);

        assertThat(first).isEqualTo(new RunnerAnswer(12, 139, true, Duration.ofMillis(62_350)));
        assertThat(second).isEqualTo(new RunnerAnswer(13, 0, false, Duration.ofMillis(63_350)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1 0 clean\n",
                "1 0 clean",
                "1 0 spotless\n" + TIMES + TIMES,
                "-1 0 clean\n" + TIMES + TIMES,
                "1 4000 clean\n" + TIMES + TIMES,
                "99999999999999999999 0 clean\n" + TIMES + TIMES,
                "1 0 clean\n" + TIMES + "99999999999999999999m0.0s 0m0.0s\n",
                "1 0 clean\n\n" + TIMES + TIMES
            })
    void whatever_else_a_runner_says_is_no_answer(String said) {
        assertThatThrownBy(() -> RunnerAnswer.read(stream(said))).isInstanceOf(IOException.class);
    }

    @Test
    void a_line_without_an_end_is_not_read_to_its_end() throws Exception {
        InputStream endless = stream("1".repeat(10_000));

        assertThatThrownBy(() -> RunnerAnswer.read(endless)).hasMessageContaining("too long");
        assertThat(endless.available()).isGreaterThan(9_000);
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
    }
}
