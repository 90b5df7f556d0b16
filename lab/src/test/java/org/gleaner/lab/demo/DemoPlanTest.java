package org.gleaner.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.time.Duration;
import org.gleaner.core.grid.Setting;
import org.junit.jupiter.api.Test;

class DemoPlanTest {
    @Test
    void picture_is_finest_on_an_idle_machine_and_coarse_on_a_slow_or_busy_one() {
        Duration quick = Duration.ofMillis(30);

        assertThat(DemoPlan.fineness(quick, 2, 0)).isEqualTo(4);
        assertThat(DemoPlan.fineness(quick, 64, 1)).isEqualTo(4);
        assertThat(DemoPlan.fineness(quick, 2, 30)).isEqualTo(1);
        assertThat(DemoPlan.fineness(Duration.ofSeconds(1), 2, 0)).isEqualTo(1);
        assertThat(DemoPlan.fineness(quick, 2, -1)).isEqualTo(4);
    }

    @Test
    void its_settings_exist_and_are_valid() {
        DemoPlan.settings()
                .forEach((name, value) ->
                        assertThatCode(() -> Setting.named(name).check(value)).doesNotThrowAnyException());
    }
}
