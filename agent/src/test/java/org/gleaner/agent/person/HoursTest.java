package org.gleaner.agent.person;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class HoursTest {
    @ParameterizedTest
    @CsvSource({
        "2026-03-03T18:59, false",
        "2026-03-03T19:00, true",
        "2026-03-03T23:59, true",
        "2026-03-04T00:00, true",
        "2026-03-04T06:59, true",
        "2026-03-04T07:00, false",
        "2026-03-04T12:00, false"
    })
    void a_night_goes_over_midnight(LocalDateTime time, boolean welcome) {
        assertThat(Hours.parse("19-7").contains(time)).isEqualTo(welcome);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-03-06T12:15, false",
        "2026-03-06T12:30, true",
        "2026-03-06T13:00, false",
        "2026-03-07T10:00, true",
        "2026-03-08T23:59, true",
        "2026-03-09T00:00, false"
    })
    void days_are_whole_and_minutes_count(LocalDateTime time, boolean welcome) {
        assertThat(Hours.parse("12:30-13,Sat,sunday").contains(time)).isEqualTo(welcome);
    }

    @Test
    void the_clock_on_the_wall_counts_when_it_is_changed() {
        ZoneId berlin = ZoneId.of("Europe/Berlin");
        Hours night = Hours.parse("2-3");

        assertThat(hoursWithin(night, Instant.parse("2026-03-28T23:00:00Z"), berlin))
                .isEqualTo(0);
        assertThat(hoursWithin(night, Instant.parse("2026-10-24T22:00:00Z"), berlin))
                .isEqualTo(2);
        assertThat(hoursWithin(night, Instant.parse("2026-06-01T22:00:00Z"), berlin))
                .isEqualTo(1);
    }

    private static int hoursWithin(Hours hours, Instant from, ZoneId zone) {
        int found = 0;
        for (int hour = 0; hour < 12; hour++) {
            found += hours.contains(LocalDateTime.ofInstant(from.plusSeconds(3600L * hour), zone)) ? 1 : 0;
        }
        return found;
    }

    @Test
    void the_whole_day_can_be_written_in_two_ways() {
        assertThat(Hours.parse("0-24").contains(LocalDateTime.parse("2026-03-06T12:15")))
                .isTrue();
        assertThat(Hours.parse("8-24").contains(LocalDateTime.parse("2026-03-06T23:59")))
                .isTrue();
        assertThat(Hours.parse("8-24").contains(LocalDateTime.parse("2026-03-06T00:00")))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "19", "19-", "25-7", "19:60-7", "19-7;sat", "someday", "su", "-1-7"})
    void what_is_no_time_is_refused_with_its_name(String text) {
        assertThatThrownBy(() -> Hours.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
