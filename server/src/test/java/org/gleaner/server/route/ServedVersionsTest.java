package org.gleaner.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServedVersionsTest {
    @ParameterizedTest
    @CsvSource({
        "0.3.0, 0.3.0, true",
        "0.3.0, 0.3.9, true",
        "0.3.4, 0.2.7, true",
        "0.3.0, 0.1.0, false",
        "0.3.0, 0.4.0, false",
        "1.0.0, 0.9.0, false",
        "1.1.0-rc1, 1.0.3, true",
        "development, 0.1.0, true",
        "0.3.0, development, false",
        "0.3.0-SNAPSHOT, 0.3.0+build.7, true"
    })
    void own_and_previous_minor_version_are_served(String server, String agent, boolean served) {
        assertThat(new ServedVersions(server).includes(agent)).isEqualTo(served);
    }

    @ParameterizedTest
    @CsvSource({
        "0.3.0, true",
        "0.3.0-rc1, true",
        "0.3.0-SNAPSHOT+a1, true",
        "development, true",
        "9.9, false",
        "1, false",
        "x, false",
        "0.2.<b>, false",
        "0.2.0-<b>, false",
        "0.2.0.1, false"
    })
    void a_version_has_three_numbers(String agent, boolean formed) {
        assertThat(ServedVersions.isVersion(agent)).isEqualTo(formed);
    }

    @ParameterizedTest
    @CsvSource({"0.3.1, 0.3 and 0.2", "1.0.0, 1.0", "development, development"})
    void they_are_named_in_words(String server, String words) {
        assertThat(new ServedVersions(server).inWords()).isEqualTo(words);
    }
}
