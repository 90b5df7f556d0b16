package org.gleaner.core.observer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class OutlookTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final double DAY = 24 * 60;

    private static NodeBelief stays(int count, long minutes) {
        NodeBelief belief = NodeBelief.NEW;
        for (int i = 0; i < count; i++) {
            belief = belief.with(new Presence("a", Duration.ZERO, START)).died(START.plus(Duration.ofMinutes(minutes)));
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
    void before_anything_is_known_one_end_in_a_day_is_expected() {
        Outlook outlook = Outlook.of(NodeBelief.NEW, 0, PoolHazard.UNKNOWN);

        assertThat(outlook.chance(0, DAY)).isCloseTo(Math.exp(-1), within(1e-9));
        assertThat(outlook.chance(3 * DAY, DAY)).isCloseTo(Math.exp(-1), within(1e-9));
        assertThat(outlook.chance(17, 0)).isEqualTo(1);
    }

    @Test
    void a_node_without_a_record_follows_the_pool() {
        PoolHazard pool = pool(stays(50, 100), stays(50, 100));
        Outlook unknown = Outlook.of(NodeBelief.NEW, 0, pool);

        double expected = 0;
        for (int bin = 0; bin < Ages.BINS && Ages.from(bin) < 120; bin++) {
            expected += pool.at(bin) * (Math.min(120, Ages.from(bin + 1)) - Ages.from(bin));
        }
        assertThat(unknown.chance(0, 120)).isCloseTo(Math.exp(-expected), within(1e-9));
        assertThat(unknown.chance(0, 30)).isGreaterThan(0.9);
        assertThat(unknown.chance(0, 200)).isLessThan(0.5);
    }

    @Test
    void a_node_with_a_long_record_follows_its_own() {
        NodeBelief steady = stays(60, 10 * 24 * 60);
        NodeBelief nervous = stays(60, 20);
        PoolHazard pool = pool(steady, nervous, nervous, nervous);

        assertThat(Outlook.of(steady, 0, pool).chance(0, DAY)).isGreaterThan(0.95);
        assertThat(Outlook.of(nervous, 0, pool).chance(0, 30)).isLessThan(0.2);
    }

    @Test
    void the_stay_that_goes_on_has_proved_something_too() {
        PoolHazard pool = pool(stays(50, 100));

        double young = Outlook.of(NodeBelief.NEW, 0, pool).chance(0, 300);
        double proven = Outlook.of(NodeBelief.NEW, 20 * DAY, pool).chance(0, 300);

        assertThat(proven).isGreaterThan(young);
    }

    @Test
    void whoever_always_leaves_at_one_age_is_less_likely_to_stay_just_before_it() {
        NodeBelief evenings = stays(60, 480);
        PoolHazard pool = pool(evenings);
        Outlook outlook = Outlook.of(evenings, 0, pool);

        assertThat(outlook.chance(10, 60)).isGreaterThan(0.9);
        assertThat(outlook.chance(450, 60)).isLessThan(0.7);
    }
}
