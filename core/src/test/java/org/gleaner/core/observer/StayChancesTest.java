package org.gleaner.core.observer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class StayChancesTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final double DAY = 24 * 60;

    private static NodeBelief stays(int count, long minutes) {
        NodeBelief belief = NodeBelief.NEW;
        for (int i = 0; i < count; i++) {
            belief = belief.with(new Presence("a", Duration.ZERO, START, START))
                    .died(START.plus(Duration.ofMinutes(minutes)));
        }
        return belief;
    }

    private static PoolHazard pool(NodeBelief... nodes) {
        PoolHazard.Sum sum = new PoolHazard.Sum();
        for (NodeBelief node : nodes) {
            sum.add(node, 0);
        }
        return sum.hazard();
    }

    @Test
    void before_anything_is_known_whoever_stayed_longer_is_likelier_to_stay() {
        StayChances unknown = StayChances.of(NodeBelief.NEW, 0, PoolHazard.UNKNOWN);

        assertThat(unknown.chance(0, 60)).isBetween(0.05, 0.5);
        assertThat(unknown.chance(600, 60)).isGreaterThan(0.9);
    }

    @Test
    void an_age_that_a_node_never_reached_is_judged_by_its_own_record_and_not_by_those_who_did() {
        NodeBelief steady = stays(60, 10 * 24 * 60);
        NodeBelief nervous = stays(60, 20);
        PoolHazard pool = pool(steady, steady, steady, nervous);

        assertThat(StayChances.of(nervous, 0, pool).chance(40, 60)).isLessThan(0.3);
        assertThat(StayChances.of(steady, 0, pool).chance(40, 60)).isGreaterThan(0.95);
    }

    @Test
    void a_node_without_a_record_follows_the_pool() {
        PoolHazard pool = pool(stays(50, 100), stays(50, 100));
        StayChances unknown = StayChances.of(NodeBelief.NEW, 0, pool);

        assertThat(unknown.chance(0, 30)).isGreaterThan(0.7);
        assertThat(unknown.chance(0, 200)).isLessThan(0.5);
    }

    @Test
    void a_node_with_a_long_record_follows_its_own() {
        NodeBelief steady = stays(60, 10 * 24 * 60);
        NodeBelief nervous = stays(60, 20);
        PoolHazard pool = pool(steady, nervous, nervous, nervous);

        assertThat(StayChances.of(steady, 0, pool).chance(0, DAY)).isGreaterThan(0.9);
        assertThat(StayChances.of(nervous, 0, pool).chance(0, 30)).isLessThan(0.2);
    }

    @Test
    void the_stay_that_goes_on_has_proved_something_too() {
        PoolHazard pool = pool(stays(50, 100));

        double young = StayChances.of(NodeBelief.NEW, 0, pool).chance(0, 300);
        double proven = StayChances.of(NodeBelief.NEW, 20 * DAY, pool).chance(0, 300);

        assertThat(proven).isGreaterThan(young);
    }

    @Test
    void whoever_always_leaves_at_one_age_is_less_likely_to_stay_just_before_it() {
        NodeBelief evenings = stays(60, 480);
        PoolHazard pool = pool(evenings);
        StayChances stayChances = StayChances.of(evenings, 0, pool);

        assertThat(stayChances.chance(10, 60)).isGreaterThan(0.9);
        assertThat(stayChances.chance(450, 60)).isLessThan(0.7);
    }

    @Test
    void what_a_stay_lasts_on_average_is_what_its_chances_add_up_to() {
        StayChances chances = StayChances.of(stays(3, 500), 0, pool(stays(50, 100), stays(5, 5_000)));
        double most = 3 * DAY;

        for (double age : new double[] {0, 7, 600}) {
            double sum = 0;
            double step = 0.5;
            for (double more = 0; more < most; more += step) {
                sum += step * (chances.chance(age, more) + chances.chance(age, more + step)) / 2;
            }
            assertThat(chances.expected(age, most)).isCloseTo(sum, within(sum * 1e-3));
        }
    }

    @Test
    void a_stay_that_meets_so_much_hazard_ends_as_its_chances_say() {
        StayChances chances = StayChances.of(NodeBelief.NEW, 45, PoolHazard.UNKNOWN);
        for (double age : new double[] {0, 0.5, 45, 3_000, 60_000}) {
            for (double hazard : new double[] {0.001, 0.3, 1, 4}) {
                double lasts = chances.lasts(age, hazard);
                assertThat(chances.chance(age, lasts)).isCloseTo(Math.exp(-hazard), within(1e-9));
            }
        }
    }
}
