package org.gleaner.server.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.gleaner.core.grid.Settings;
import org.junit.jupiter.api.Test;

final class WishesTest {
    private static final Settings AUTO = Settings.DEFAULT.with("strategy", "auto");

    private static Map<String, String> choice() {
        return new TreeMap<>(Map.of("strategy", "survival", "objective", "flow"));
    }

    private final Wishes wishes = new Wishes();

    @Test
    void what_was_chosen_before_somebody_wanted_something_else_is_in_force_no_longer() {
        Map<String, String> chosen = choice();
        wishes.change(AUTO, Map.of());
        assertThat(wishes.inForce(chosen)).isEqualTo(chosen);

        boolean changed = wishes.change(AUTO.with("objective", "makespan"), chosen);

        assertThat(changed).isTrue();
        assertThat(wishes.inForce(chosen)).isEmpty();
    }

    @Test
    void what_is_chosen_then_is_in_force_though_it_may_say_the_same() {
        Map<String, String> chosen = choice();
        wishes.change(AUTO.with("objective", "makespan"), chosen);

        Map<String, String> anew = choice();

        assertThat(wishes.inForce(anew)).isEqualTo(anew);
    }

    @Test
    void other_settings_change_nothing() {
        Map<String, String> chosen = choice();
        wishes.change(AUTO, Map.of());

        assertThat(wishes.change(AUTO.with("weights", "ann=2"), chosen)).isFalse();
        assertThat(wishes.change(AUTO.with("objectives", "ann=flow"), chosen)).isFalse();
        assertThat(wishes.inForce(chosen)).isEqualTo(chosen);
    }
}
