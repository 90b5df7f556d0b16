package org.gleaner.cli.verb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Collections;
import java.util.List;
import org.gleaner.core.ahead.Contrast.Difference;
import org.gleaner.core.ahead.Contrast.Gain;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.Terms;
import org.gleaner.protocol.message.Meets;
import org.gleaner.protocol.message.WhatIfQuestion;
import org.gleaner.protocol.message.WhatIfResult;
import org.gleaner.protocol.message.WhatIfResult.Due;
import org.gleaner.protocol.message.WhatIfResult.OfJob;
import org.gleaner.protocol.message.WhatIfResult.Together;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class WhatIfTableTest {
    /** In Berlin it is ten past twelve on a Tuesday. */
    private static final Instant NOW = Instant.parse("2026-11-17T11:10:00Z");

    private static final Instant FIVE = Instant.parse("2026-11-17T16:00:00Z");

    private static final WhatIfQuestion MORE = question(List.of());

    private static WhatIfQuestion question(List<WhatIfQuestion.OtherTerms> set) {
        return new WhatIfQuestion(
                List.of(new WhatIfQuestion.More(1, "")), List.of(), Collections.emptyMap(), List.of(), set, 5, null);
    }

    private static Difference sooner() {
        Forecast.Span now = new Forecast.Span(FIVE, FIVE, FIVE);
        Instant earlier = FIVE.minus(Duration.ofHours(2));
        Forecast.Span then = new Forecast.Span(earlier, earlier, earlier);
        Duration gain = Duration.ofHours(2);
        return new Difference(now, then, new Gain(gain, gain, gain, 5, 0));
    }

    private static String printed(
            WhatIfQuestion question, @Nullable Due due, Together all, List<WhatIfResult.OfOwner> owners) {
        return printed(
                question,
                due,
                all,
                owners,
                new WhatIfResult.OfAdded("fit", true, sooner().now(), sooner().now(), FIVE, Meets.UNLIKELY));
    }

    private static String printed(
            WhatIfQuestion question,
            @Nullable Due due,
            Together all,
            List<WhatIfResult.OfOwner> owners,
            WhatIfResult.OfAdded added) {
        WhatIfResult result = new WhatIfResult(
                NOW,
                5,
                false,
                List.of(new OfJob(new JobId(9), "sweep", sooner(), due)),
                0,
                all,
                List.of(added),
                owners,
                "");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new WhatIfTable(result, new EtaText(NOW, ZoneId.of("Europe/Berlin")))
                .print(question, new PrintStream(out, true, UTF_8));
        return out.toString(UTF_8);
    }

    @Test
    void whether_a_deadline_would_be_met_is_told_with_and_without_the_change() {
        Together all = new Together(sooner(), 1, 1);

        assertThat(printed(MORE, new Due(FIVE, Meets.UNLIKELY, Meets.LIKELY), all, List.of()))
                .contains("Deadline of job 9, Tue 17:00: unlikely now, likely with the change.")
                .contains("  Its deadline, Tue 17:00: unlikely.");
        assertThat(printed(MORE, new Due(FIVE, Meets.HOPELESS, Meets.HOPELESS), all, List.of()))
                .contains("Deadline of job 9, Tue 17:00: hopeless, with or without the change.");
    }

    @Test
    void of_a_new_job_that_is_in_no_future_neither_a_time_nor_a_verdict_is_told() {
        WhatIfResult.OfAdded leftOut = new WhatIfResult.OfAdded("fit", true, null, null, FIVE, null);

        assertThat(printed(MORE, null, new Together(sooner(), 1, 1), List.of(), leftOut))
                .contains("No forecast is possible for the new job 'fit': it has no tasks yet, or too many jobs are"
                        + " open that all differ.")
                .doesNotContain("Its deadline");
    }

    @Test
    void why_there_are_no_times_of_a_new_job_is_told() {
        Forecast.Span never = new Forecast.Span(null, null, null);
        WhatIfResult.OfAdded held = new WhatIfResult.OfAdded("held", true, never, never, null, null);

        assertThat(printed(MORE, null, new Together(sooner(), 1, 1), List.of(), held))
                .contains("The new job 'held' would start ? and be done ?.")
                .containsOnlyOnce(
                        "  ?: it would not be done within a year; it is submitted paused, or no machine can do it.");
    }

    @Test
    void a_deadline_that_is_met_anyway_is_told_to_whoever_asks_for_it() {
        Together all = new Together(sooner(), 1, 1);
        Due likely = new Due(FIVE, Meets.LIKELY, Meets.LIKELY);
        Terms terms = new Terms(null, null, null, null, null, null, null, null, null, FIVE);
        WhatIfQuestion asked = question(List.of(new WhatIfQuestion.OtherTerms(new JobId(9), terms, null, null)));

        assertThat(printed(MORE, likely, all, List.of())).doesNotContain("Deadline of job 9");
        assertThat(printed(asked, likely, all, List.of()))
                .contains("Deadline of job 9, Tue 17:00: likely, with or without the change.");
    }

    private static Difference of(Duration low, Duration middle, Duration high) {
        return new Difference(sooner().now(), sooner().now(), new Gain(low, middle, high, 2, 3));
    }

    @Test
    void what_may_be_either_and_is_little_beside_the_time_that_is_left_is_no_difference() {
        Duration second = Duration.ofSeconds(1);
        Duration hour = Duration.ofHours(1);

        assertThat(GainText.of(of(second.multipliedBy(-11), second.multipliedBy(-4), second.multipliedBy(6)), NOW))
                .isEqualTo("no difference");
        assertThat(GainText.of(of(hour.multipliedBy(-2), second.multipliedBy(-4), hour), NOW))
                .isEqualTo("no difference (2 h later to 60 min sooner)");
        assertThat(GainText.of(of(second.multipliedBy(2), second.multipliedBy(4), second.multipliedBy(6)), NOW))
                .as("surely sooner")
                .isEqualTo("4.0 s sooner (2.0 s to 6.0 s)");
    }

    @Test
    void all_work_is_only_called_so_if_something_can_be_said_of_all_jobs() {
        Together some = new Together(sooner(), 3, 12);

        assertThat(printed(MORE, null, new Together(sooner(), 2, 2), List.of())).contains("All your jobs: 2 h sooner.");
        assertThat(printed(MORE, null, some, List.of(new WhatIfResult.OfOwner(new Owner("bob"), some))))
                .contains("All your jobs with a forecast (3 of 12 jobs): 2 h sooner.")
                .contains("All jobs of bob with a forecast (3 of 12 jobs): 2 h sooner.");
    }
}
