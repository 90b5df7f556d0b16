package org.gleaner.cli.verb;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TypesVerbTest {
    @Test
    void quantiles_below_a_second_are_not_shown_above_the_mean() {
        assertThat(TypesVerb.quantile(Duration.ofSeconds(1))).isEqualTo("≤ 1.0 s");
        assertThat(TypesVerb.quantile(Duration.ofMillis(1200))).isEqualTo("1.2 s");
    }
}
