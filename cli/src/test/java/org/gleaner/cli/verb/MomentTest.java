package org.gleaner.cli.verb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MomentTest {
    private static final Instant NOW = Instant.parse("2026-11-16T12:00:00Z");
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    @Test
    void a_moment_is_a_span_ago_a_day_on_the_wall_or_an_instant() {
        assertThat(Moment.parse("2h", NOW, BERLIN)).isEqualTo("2026-11-16T10:00:00Z");
        assertThat(Moment.parse("2026-11-15", NOW, BERLIN)).isEqualTo("2026-11-14T23:00:00Z");
        assertThat(Moment.parse("2026-11-15T08:00:00Z", NOW, BERLIN)).isEqualTo("2026-11-15T08:00:00Z");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "yesterday", "2026-13-01", "-3h", "2026-11-15T25:00:00Z", "10"})
    void anything_else_is_refused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Moment.parse(text, NOW, BERLIN));
    }
}
