package org.gleaner.agent.person;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LogindIdleTest {
    private long now = Duration.ofHours(10).toNanos();
    private String said = "";
    private final LogindIdle logind = new LogindIdle(words -> said, () -> now);

    @Test
    void a_machine_without_logind_tells_nothing() {
        assertThat(logind.untouched()).isNull();
    }

    @Test
    void somebody_who_is_there_is_told_at_once() {
        said = "IdleHint=no\nIdleSinceHintMonotonic=0\n";

        assertThat(logind.untouched()).isZero();
    }

    @Test
    void idleness_counts_from_when_logind_says() {
        said = "IdleHint=yes\nIdleSinceHintMonotonic=" + Duration.ofHours(9).toNanos() / 1000 + "\n";

        assertThat(logind.untouched()).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void a_time_that_cannot_be_is_not_believed_and_our_own_counts() {
        said = "IdleHint=yes\nIdleSinceHintMonotonic=99999999999999999\n";
        assertThat(logind.untouched()).isZero();

        now += Duration.ofMinutes(3).toNanos();

        assertThat(logind.untouched()).isEqualTo(Duration.ofMinutes(3));
    }

    @Test
    void the_first_source_that_can_tell_is_asked_and_named() {
        IdleSource first = new LogindIdle(words -> "", () -> now);
        IdleSources sources = new IdleSources(List.of(first, logind));

        said = "IdleHint=no\n";
        assertThat(sources.untouched()).isZero();
        assertThat(sources.name()).contains("logind");

        said = "";
        assertThat(sources.untouched()).isNull();
        assertThat(sources.name()).contains("CPU load");
    }
}
