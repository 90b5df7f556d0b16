package org.gleaner.agent.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

final class NativeTextTest {
    @Test
    void a_word_that_the_system_would_get_as_another_one_is_found() {
        List<String> words = List.of("plain", "Grüße", "世界");

        assertThat(NativeText.altered(words, StandardCharsets.US_ASCII)).contains("Grüße");
        assertThat(NativeText.altered(words, StandardCharsets.UTF_8)).isEmpty();
        assertThat(NativeText.altered(List.of("half \ud83d"), StandardCharsets.UTF_8))
                .contains("half \ud83d");
    }
}
