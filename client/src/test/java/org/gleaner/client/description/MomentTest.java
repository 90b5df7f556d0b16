package org.gleaner.client.description;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.ZonedDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MomentTest {
    private static final ZonedDateTime NOON = ZonedDateTime.parse("2026-07-01T12:00:00+02:00[Europe/Zurich]");

    @ParameterizedTest
    @CsvSource({
        "now, 2026-07-01T10:00:00Z",
        "18:00, 2026-07-01T16:00:00Z",
        "9:30, 2026-07-02T07:30:00Z",
        "12:00, 2026-07-02T10:00:00Z",
        "+2h, 2026-07-01T12:00:00Z",
        "2026-12-01T08:00, 2026-12-01T07:00:00Z",
        "2026-12-01 08:00, 2026-12-01T07:00:00Z",
        "2026-12-01, 2026-11-30T23:00:00Z",
        "2026-12-01T08:00Z, 2026-12-01T08:00:00Z",
        "2026-12-01T08:00:00-05:00, 2026-12-01T13:00:00Z",
    })
    void a_coming_time_is_read_by_the_clock_on_the_wall_of_who_wrote_it(String text, Instant expected) {
        assertThat(Moment.coming(text, NOON)).isEqualTo(expected);
    }

    @Test
    void an_hour_that_the_change_of_clocks_leaves_out_is_the_next_one() {
        ZonedDateTime evening = ZonedDateTime.parse("2026-03-28T20:00:00+01:00[Europe/Zurich]");

        assertThat(Moment.coming("2:30", evening)).isEqualTo(Instant.parse("2026-03-29T01:30:00Z"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "tomorrow", "25:00", "18", "+2", "+99999999999999999d", "+9999999d", "2026-13-01"})
    void what_is_no_time_is_refused(String text) {
        assertThatThrownBy(() -> Moment.coming(text, NOON)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "2h, 2026-07-01T08:00:00Z",
        "8:00, 2026-07-01T06:00:00Z",
        "18:00, 2026-06-30T16:00:00Z",
        "2026-06-15, 2026-06-14T22:00:00Z",
        "2026-06-15T08:00, 2026-06-15T06:00:00Z",
        "2026-06-15T08:00:00Z, 2026-06-15T08:00:00Z",
    })
    void a_past_time_is_so_long_ago_or_when_the_clock_last_showed_it(String text, Instant expected) {
        assertThat(Moment.past(text, NOON)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "yesterday", "2026-13-01", "-3h", "2026-11-15T25:00:00Z", "10", "+2h"})
    void what_can_not_have_been_is_refused(String text) {
        assertThatThrownBy(() -> Moment.past(text, NOON)).isInstanceOf(IllegalArgumentException.class);
    }
}
