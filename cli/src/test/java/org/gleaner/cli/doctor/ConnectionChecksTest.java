package org.gleaner.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What the doctor makes of what a server says. */
final class ConnectionChecksTest {
    private static final Instant NOW = Instant.parse("2026-11-16T08:00:00Z");

    @Test
    void clocks_that_disagree_are_told_and_those_that_agree_or_are_unknown_are_not() {
        assertThat(ConnectionChecks.clock(NOW.minus(Duration.ofHours(7)), NOW)
                        .orElseThrow()
                        .toString())
                .contains("7 h ahead of the server's");
        assertThat(ConnectionChecks.clock(NOW.plus(Duration.ofHours(7)), NOW)
                        .orElseThrow()
                        .toString())
                .contains("7 h behind the server's");
        assertThat(ConnectionChecks.clock(NOW.plusSeconds(30), NOW)).isEmpty();
        assertThat(ConnectionChecks.clock(null, NOW)).isEmpty();
    }
}
