package org.gleaner.server.problem;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What is kept of what a host prints, and what that costs. */
final class LastWordsTest {
    private final AtomicInteger pauses = new AtomicInteger();

    private String lastOf(String printed) {
        return LastWords.of(new ByteArrayInputStream(printed.getBytes(UTF_8)), pauses::incrementAndGet)
                .text();
    }

    @Test
    void who_prints_without_end_is_read_with_pauses_and_its_last_words_are_kept() {
        String flood = "x".repeat(10 << 20);

        String kept = lastOf(flood + " the end");

        assertThat(kept).hasSize(4_000).endsWith("x the end");
        assertThat(pauses).hasValueBetween(100, 160);
    }

    @Test
    void who_prints_no_more_than_a_pipe_holds_never_waits() {
        assertThat(lastOf("a few words")).isEqualTo("a few words");
        assertThat(pauses).hasValue(0);
    }
}
