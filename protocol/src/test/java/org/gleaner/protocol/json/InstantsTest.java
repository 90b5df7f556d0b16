package org.gleaner.protocol.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DateTimeException;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class InstantsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0000-01-01T00:00:00Z",
                "2026-01-31T12:00:00Z",
                "2026-01-31T12:00:00.250Z",
                "2026-01-31T12:00:00.250001Z",
                "9999-12-31T23:59:59.999999Z"
            })
    void instants_of_four_digit_years_are_read(String text) {
        assertThat(Instants.parse(text)).isEqualTo(Instant.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-999999999-01-01T00:00:00Z",
                "+999999999-12-31T23:59:59Z",
                "+10000-01-01T00:00:00Z",
                "-0001-12-31T23:59:59Z",
                "2026-13-01T00:00:00Z",
                "20x6-01-01T00:00:00Z",
                "2026-01-01",
                ""
            })
    void all_else_is_refused(String text) {
        assertThatThrownBy(() -> Instants.parse(text)).isInstanceOf(DateTimeException.class);
    }

    @Test
    void a_message_with_a_far_instant_is_malformed() {
        assertThatThrownBy(() -> Json.read("\"-999999999-01-01T00:00:00Z\"".getBytes(UTF_8), JsonInput::instant))
                .isInstanceOf(BadMessage.class)
                .hasMessageContaining("years 0 to 9999");
    }
}
