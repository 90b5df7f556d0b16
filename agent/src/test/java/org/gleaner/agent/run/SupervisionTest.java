package org.gleaner.agent.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class SupervisionTest {
    @Test
    void what_ran_shorter_than_can_be_told_took_a_millisecond_and_not_no_time() {
        assertThat(Supervision.ran(3)).isEqualTo(Duration.ofMillis(1));
        assertThat(Supervision.ran(0)).isEqualTo(Duration.ofMillis(1));
    }

    @Test
    void what_ran_longer_took_as_long_as_it_ran() {
        assertThat(Supervision.ran(2_500_000)).isEqualTo(Duration.ofNanos(2_500_000));
    }
}
