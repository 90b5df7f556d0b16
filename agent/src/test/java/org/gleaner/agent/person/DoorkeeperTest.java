package org.gleaner.agent.person;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The rules of the house, with what is seen and the time set by hand. */
final class DoorkeeperTest {
    private static final LocalDateTime NOON = LocalDateTime.parse("2026-03-03T12:00");

    private Instant now = Instant.parse("2026-03-03T12:00:00Z");

    @Test
    void without_rules_tasks_are_always_welcome() {
        Doorkeeper keeper = new Doorkeeper(HouseRules.NONE);

        assertThat(keeper.judge(seen(1, null), now).welcome()).isTrue();
    }

    @Test
    void outside_of_the_hours_they_are_not() {
        Doorkeeper keeper = new Doorkeeper(rules(Hours.parse("19-7"), 1, null));

        assertThat(keeper.judge(seen(0, null), now).reasons()).containsExactly("it is outside the allowed hours 19-7");
        assertThat(keeper.judge(new Reading(NOON.plusHours(8), false, 0, null, null), now)
                        .welcome())
                .isTrue();
    }

    @Test
    void whoever_touches_the_machine_is_noticed_at_once_and_their_leaving_after_the_time_they_said() {
        Doorkeeper keeper = new Doorkeeper(rules(null, 1, Duration.ofMinutes(10)));

        assertThat(keeper.judge(seen(0, Duration.ofMinutes(10)), now).welcome()).isTrue();
        assertThat(keeper.judge(seen(0, Duration.ZERO), now).reasons())
                .containsExactly("someone used the machine less than 10 min ago");
        assertThat(keeper.judge(seen(0, Duration.ofSeconds(599)), now).welcome())
                .isFalse();
        assertThat(keeper.judge(seen(0.9, Duration.ofMinutes(10)), now).welcome())
                .as("load says nothing where touches can be told")
                .isTrue();
    }

    @Test
    void where_nothing_tells_touches_load_of_others_does() {
        Doorkeeper keeper = new Doorkeeper(rules(null, 1, Duration.ofMinutes(2)));

        assertThat(after(Duration.ZERO, keeper, 0)).as("nobody knows yet").isFalse();
        assertThat(after(Duration.ofMinutes(2), keeper, 0.05)).isTrue();
        assertThat(after(Duration.ofSeconds(5), keeper, 0.5)).isFalse();
        assertThat(after(Duration.ofSeconds(119), keeper, 0)).isFalse();
        assertThat(after(Duration.ofSeconds(1), keeper, 0)).isTrue();
    }

    @Test
    void a_program_that_starts_is_no_load_and_one_that_goes_on_is() {
        Doorkeeper keeper = new Doorkeeper(rules(null, 0.3, null));

        assertThat(after(Duration.ZERO, keeper, 0.9)).isTrue();
        assertThat(after(Duration.ofSeconds(4), keeper, 0.1)).isTrue();
        assertThat(after(Duration.ofSeconds(4), keeper, 0.9)).isTrue();
        assertThat(after(Duration.ofSeconds(5), keeper, 0.9)).isFalse();
    }

    @Test
    void load_that_comes_and_goes_does_not_make_tasks_come_and_go() {
        Doorkeeper keeper = new Doorkeeper(rules(null, 0.3, null));
        after(Duration.ZERO, keeper, 0.9);
        after(Duration.ofSeconds(5), keeper, 0.9);
        int changes = 0;
        boolean before = false;

        for (int i = 0; i < 100; i++) {
            boolean welcome = after(Duration.ofSeconds(10), keeper, i % 3 == 0 ? 0.29 : 0.31);
            changes += welcome == before ? 0 : 1;
            before = welcome;
        }

        assertThat(changes).isZero();
        assertThat(after(Duration.ofSeconds(49), keeper, 0)).isFalse();
        assertThat(after(Duration.ofSeconds(1), keeper, 0)).isTrue();
    }

    @Test
    void battery_turns_tasks_away_at_once_and_a_loose_plug_does_not_flap() {
        Doorkeeper keeper = new Doorkeeper(HouseRules.NONE);

        assertThat(keeper.judge(onBattery(), now).reasons()).containsExactly("the machine runs on battery");
        assertThat(after(Duration.ofSeconds(10), keeper, 0)).isFalse();
        assertThat(after(Duration.ofSeconds(50), keeper, 0)).isTrue();
    }

    @Test
    void a_pause_is_a_reason_of_its_own_and_all_reasons_are_told() {
        Doorkeeper keeper = new Doorkeeper(rules(Hours.parse("19-7"), 1, null));
        Reading paused = new Reading(NOON, true, 0, null, new PauseFile.Pause(null));

        assertThat(keeper.judge(paused, now).reasons())
                .containsExactly(
                        "work is paused until someone resumes it",
                        "it is outside the allowed hours 19-7",
                        "the machine runs on battery");
    }

    private boolean after(Duration span, Doorkeeper keeper, double load) {
        now = now.plus(span);
        return keeper.judge(seen(load, null), now).welcome();
    }

    private static Reading seen(double load, @Nullable Duration untouched) {
        return new Reading(NOON, false, load, untouched, null);
    }

    private static Reading onBattery() {
        return new Reading(NOON, true, 0, null, null);
    }

    private static HouseRules rules(@Nullable Hours hours, double maxLoad, @Nullable Duration whenIdle) {
        return new HouseRules(hours, maxLoad, whenIdle, Duration.ofSeconds(60), 0, HouseRules.NO_PAGE);
    }
}
