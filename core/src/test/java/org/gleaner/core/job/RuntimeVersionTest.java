package org.gleaner.core.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RuntimeVersionTest {
    @ParameterizedTest
    @CsvSource({
        "python:3.11, python:3.9, true",
        "python:3.9.2, python:3.9, true",
        "python:3.9, python:3.9.0, true",
        "python:3.8.18, python:3.9, false",
        "python:3.9, python, true",
        "python, python:3, false",
        "python, python, true",
        "pypy:3.11, python:3.9, false",
        "java:17, java:17.0.1, false"
    })
    void versions_are_compared_number_by_number(String has, String needs, boolean enough) {
        assertThat(RuntimeVersion.parse(has).satisfies(RuntimeVersion.parse(needs)))
                .isEqualTo(enough);
    }

    @ParameterizedTest
    @ValueSource(strings = {"python:", ":3", "python:three", "python:3..1", "python:>=3", "a b", "python:9999999999"})
    void what_is_no_runtime_is_refused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> RuntimeVersion.parse(text));
    }
}
