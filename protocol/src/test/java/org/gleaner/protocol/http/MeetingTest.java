package org.gleaner.protocol.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.gleaner.protocol.problem.ShellProblems;
import org.junit.jupiter.api.Test;

/** A server that may just be starting. */
final class MeetingTest {
    private static final Trouble AWAY = new Trouble("Can't reach it.", "Nothing listens.", "Start it.");
    private static final Answer<String> CLOSED = new Answer.Unreachable<>(AWAY, true);
    private static final Answer<String> UNKNOWN_HOST = new Answer.Unreachable<>(AWAY);
    private static final Answer<String> DONE = new Answer.Success<>("done");

    private final List<String> told = new ArrayList<>();
    private final Patience patience =
            new Patience(1, Duration.ZERO, 1, time -> told.add("pause")).starting(Duration.ofSeconds(1));
    private final Meeting meeting = new Meeting(patience, new ServerConnection.Waiter() {
        @Override
        public void waits() {
            told.add("waits");
        }

        @Override
        public void ends() {
            told.add("ends");
        }
    });

    private Answer<String> answer(List<Answer<String>> answers) {
        Deque<Answer<String>> left = new ArrayDeque<>(answers);
        return meeting.first(left::remove);
    }

    @Test
    void it_is_called_again_until_it_listens() {
        Answer<String> starting =
                new Answer.Refused<>(ShellProblems.unavailable("It is starting.", Duration.ofSeconds(1)));

        assertThat(answer(List.of(CLOSED, starting, DONE))).isEqualTo(DONE);

        assertThat(told).containsExactly("waits", "pause", "pause", "ends");
    }

    @Test
    void it_is_not_waited_for_longer_than_a_while() {
        assertThat(answer(List.of(CLOSED, CLOSED, CLOSED, CLOSED, CLOSED))).isEqualTo(CLOSED);

        assertThat(told).containsExactly("waits", "pause", "pause", "pause", "pause", "ends");
    }

    @Test
    void an_address_that_leads_nowhere_is_told_at_once() {
        assertThat(answer(List.of(UNKNOWN_HOST))).isEqualTo(UNKNOWN_HOST);

        assertThat(told).isEmpty();
    }

    @Test
    void a_server_that_was_met_and_goes_away_is_told_at_once() {
        assertThat(answer(List.of(DONE))).isEqualTo(DONE);
        assertThat(answer(List.of(CLOSED))).isEqualTo(CLOSED);

        assertThat(told).isEmpty();
    }
}
