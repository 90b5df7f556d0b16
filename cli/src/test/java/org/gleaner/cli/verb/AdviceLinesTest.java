package org.gleaner.cli.verb;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.message.JobAdvice;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AdviceLinesTest {
    private static final Instant NOW = Instant.parse("2026-03-03T12:00:00Z");
    private static final EtaText TEXT = new EtaText(NOW, ZoneOffset.UTC);
    private static final JobAdvice.Start START = new JobAdvice.Start(span(90), span(20), Duration.ofMinutes(70));

    private static Forecast.Span span(int minutes) {
        Instant at = NOW.plus(Duration.ofMinutes(minutes));
        return new Forecast.Span(at, at, at);
    }

    private static String said(@Nullable Duration gain, JobAdvice.@Nullable Start start, boolean done) {
        return AdviceLines.sentence(
                new JobAdvice(
                        new JobId(7),
                        JobAdvice.State.FOUND,
                        "priority",
                        "1",
                        "With priority 1 instead of 0",
                        done ? span(300) : null,
                        done ? span(190) : null,
                        gain,
                        start),
                TEXT);
    }

    @Test
    void it_is_told_what_changes_when_it_starts_when_it_is_done_or_both() {
        assertThat(said(Duration.ofMinutes(110), null, true))
                .isEqualTo("With priority 1 instead of 0 it would probably be done by Tue 15:10, 110 min sooner.");
        assertThat(said(Duration.ofMinutes(110), START, true))
                .isEqualTo("With priority 1 instead of 0 it would probably start by Tue 12:20, 70 min sooner, and be"
                        + " done by Tue 15:10, 110 min sooner.");
        assertThat(said(null, START, false))
                .isEqualTo("With priority 1 instead of 0 it would probably start by Tue 12:20, 70 min sooner; its"
                        + " finish would hardly change.");
        assertThat(said(null, null, true)).endsWith("be done by Tue 15:10, instead of never.");
    }
}
