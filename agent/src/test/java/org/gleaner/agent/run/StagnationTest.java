package org.gleaner.agent.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import org.gleaner.agent.sandbox.Exceeded;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.message.Start;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StagnationTest {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @TempDir
    Path directory;

    private long now;

    private void minutes(int minutes) {
        now += Duration.ofMinutes(minutes).toNanos();
    }

    private Stagnation begin() {
        return new Stagnation(PATIENCE, directory, now);
    }

    private void tell(int second) throws Exception {
        Path sign = directory.resolve(Start.PROGRESS);
        Files.writeString(sign, "0.1");
        Files.setLastModifiedTime(sign, FileTime.fromMillis(second * 1_000L));
    }

    @Test
    void what_uses_the_processor_moves_however_long_it_takes() {
        Stagnation stagnation = begin();

        for (int i = 1; i < 100; i++) {
            minutes(4);
            assertThat(stagnation.look(Duration.ofSeconds(i * 4L), now)).isNull();
        }
    }

    @Test
    void what_hardly_uses_the_processor_is_ended_after_its_time_and_not_before() {
        Stagnation stagnation = begin();

        minutes(4);
        assertThat(stagnation.look(Duration.ofMillis(900), now)).isNull();
        minutes(1);

        assertThat(stagnation.look(Duration.ofMillis(1_100), now))
                .isEqualTo(
                        new Exceeded(Outcome.TIMED_OUT, "it made no progress for 5 min: it hardly used the processor"));
    }

    @Test
    void what_told_once_how_far_it_is_has_to_go_on_telling_whatever_it_uses() throws Exception {
        Stagnation stagnation = begin();
        for (int i = 1; i < 10; i++) {
            tell(i);
            minutes(4);
            assertThat(stagnation.look(Duration.ZERO, now)).isNull();
        }

        minutes(5);

        assertThat(stagnation.look(Duration.ofHours(1), now))
                .isEqualTo(new Exceeded(Outcome.TIMED_OUT, "it made no progress for 5 min: it reported none"));
    }

    @Test
    void what_stands_still_because_it_was_told_to_has_all_its_time_afterwards() {
        Stagnation stagnation = begin();
        minutes(60);
        stagnation.rest(now);
        minutes(4);

        assertThat(stagnation.look(Duration.ZERO, now)).isNull();
    }
}
