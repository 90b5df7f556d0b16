package org.gleaner.protocol.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.protocol.problem.ShellProblems;
import org.junit.jupiter.api.Test;

final class PatienceTest {
    private final List<Duration> pauses = new ArrayList<>();
    private final Patience patience = new Patience(3, Duration.ofSeconds(30), 1, pauses::add);

    private static Answer<String> busy(long seconds) {
        return new Answer.Refused<>(ShellProblems.tooManyRequests(Duration.ofSeconds(seconds)));
    }

    @Test
    void the_pause_is_the_one_that_the_server_names() {
        assertThat(patience.pauses(busy(7), 1)).isTrue();

        assertThat(pauses).containsExactly(Duration.ofSeconds(7));
    }

    @Test
    void it_ends_after_some_tries_and_at_once_if_the_pause_would_be_long() {
        assertThat(patience.pauses(busy(1), 3)).isFalse();
        assertThat(patience.pauses(busy(31), 1)).isFalse();

        assertThat(pauses).isEmpty();
    }

    @Test
    void any_other_answer_stands() {
        assertThat(patience.pauses(new Answer.Success<>("fine"), 1)).isFalse();
        assertThat(patience.pauses(new Answer.Refused<>(ShellProblems.bug("1")), 1))
                .isFalse();
        assertThat(Patience.NONE.pauses(busy(1), 1)).isFalse();
    }
}
