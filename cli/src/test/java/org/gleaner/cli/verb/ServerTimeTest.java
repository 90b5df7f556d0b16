package org.gleaner.cli.verb;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class ServerTimeTest {
    private static final Instant HERE = Instant.parse("2026-11-17T11:10:00Z");

    private static ServerTime ahead(Duration by) {
        return ServerTime.of(HERE.plus(by), HERE);
    }

    @Test
    void a_clock_that_differs_by_more_than_a_minute_is_told() {
        assertThat(ahead(Duration.ofHours(-3)).hint()).contains("The server's clock is 3 h behind this machine's.");
        assertThat(ahead(Duration.ofMinutes(90)).hint())
                .contains("The server's clock is 90 min ahead of this machine's.");
        assertThat(ahead(Duration.ofSeconds(59)).hint()).isEmpty();
        assertThat(ServerTime.of(null, HERE).hint()).isEmpty();
    }

    @Test
    void what_nobody_would_notice_moves_no_time() {
        assertThat(ahead(Duration.ofSeconds(40)).ahead()).isZero();
        assertThat(ahead(Duration.ofHours(2)).ahead()).isEqualTo(Duration.ofHours(2));
    }

    @Test
    void only_so_long_from_now_is_by_the_clock_of_the_server() {
        assertThat(ServerTime.isMeant("+1h")).isTrue();
        assertThat(ServerTime.isMeant("17:00")).isFalse();
        assertThat(ServerTime.isMeant(null)).isFalse();
    }
}
