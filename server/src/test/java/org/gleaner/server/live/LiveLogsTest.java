package org.gleaner.server.live;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.gleaner.core.id.AttemptId;
import org.gleaner.protocol.message.LogAnswer;
import org.gleaner.protocol.message.LogCall;
import org.gleaner.protocol.message.LogPiece;
import org.junit.jupiter.api.Test;

/** Who looks, what is shown, and what is forgotten. */
final class LiveLogsTest {
    private static final AttemptId A = AttemptId.of(7, 3, 1);

    private long now = 1;
    private final LiveLogs logs = new LiveLogs(() -> now);

    private void passes(long seconds) {
        now += Duration.ofSeconds(seconds).toNanos();
    }

    private LogAnswer says(long offset, String text) {
        return logs.hear(A, new LogCall(LogPiece.of(offset, text.getBytes(UTF_8)), new LogPiece(0, "")));
    }

    private String seen(long offset) {
        return new String(logs.look(A, offset, 0).stdout().bytes(), UTF_8);
    }

    @Test
    void a_node_is_told_when_somebody_looks_and_not_while_it_shows() {
        assertThat(logs.unshown(List.of(A))).isEmpty();
        assertThat(says(0, "unasked").watched()).isFalse();

        assertThat(logs.look(A, 0, 0).tellNode()).isTrue();
        assertThat(logs.look(A, 0, 0).tellNode()).isFalse();
        assertThat(logs.unshown(List.of(A))).containsExactly(A);
        assertThat(says(0, "hello").stdout()).isEqualTo(5);

        assertThat(logs.unshown(List.of(A))).isEmpty();
        passes(5);
        assertThat(logs.look(A, 5, 0).tellNode()).isTrue();
    }

    @Test
    void what_comes_twice_or_overlaps_is_shown_once_and_a_hole_is_asked_for_again() {
        seen(0);
        says(0, "abc");
        says(0, "abc");
        says(1, "bcde");
        assertThat(says(9, "later").stdout()).isEqualTo(5);

        assertThat(seen(0)).isEqualTo("abcde");
        assertThat(seen(3)).isEqualTo("de");
        assertThat(seen(5)).isEmpty();
    }

    @Test
    void who_asks_for_what_was_dropped_gets_it_sent_again() {
        seen(0);
        String much = "x".repeat(Tape.LONGEST);
        says(0, much);
        says(much.length(), "tail");

        assertThat(seen(much.length())).isEqualTo("tail");
        assertThat(seen(0)).isEmpty();
        assertThat(says(0, "again").stdout()).isEqualTo(5);
        assertThat(seen(0)).isEqualTo("again");
    }

    @Test
    void what_nobody_looks_at_is_forgotten() {
        seen(0);
        says(0, "abc");

        passes(16);

        assertThat(says(3, "d").watched()).isFalse();
        assertThat(seen(0)).isEmpty();
    }
}
