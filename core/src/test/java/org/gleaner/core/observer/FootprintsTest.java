package org.gleaner.core.observer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class FootprintsTest {
    private static final NodeClass USUAL = new NodeClass("linux", "x64", 0);
    private static final NodeClass FAST = new NodeClass("linux", "x64", 1);

    private static Measured measured(double... values) {
        Measured all = Measured.NOTHING;
        for (double value : values) {
            all = all.with(value);
        }
        return all;
    }

    private static Footprint of(Footprints seen, NodeClass where) {
        return Objects.requireNonNull(seen.ofClasses().get(where));
    }

    @Test
    void mean_and_spread_are_those_of_the_values() {
        Measured three = measured(10, 20, 30);

        assertThat(three.count()).isEqualTo(3);
        assertThat(three.mean()).isCloseTo(20, within(0.1));
        assertThat(three.deviation()).isCloseTo(10, within(0.1));
        assertThat(measured(7).deviation()).isZero();
        assertThat(Measured.NOTHING.isKnown()).isFalse();
    }

    @Test
    void what_was_long_ago_hardly_counts() {
        SplittableRandom random = new SplittableRandom(3);
        Measured all = Measured.NOTHING;
        for (int i = 0; i < 3_000; i++) {
            all = all.with((i < 1_000 ? 100 : 10) + random.nextDouble(-1, 1));
        }

        assertThat(all.mean()).isCloseTo(10, within(0.2));
        assertThat(all.deviation()).isBetween(0.4, 1.0);
        assertThat(all.count()).isEqualTo(3_000);
        assertThat(all.weight()).isLessThan(201);
    }

    @Test
    void two_together_are_as_if_all_had_been_measured_in_one_place() {
        Measured both = measured(10, 12, 14).plus(measured(30, 32));

        assertThat(both.count()).isEqualTo(5);
        assertThat(both.mean()).isCloseTo((10 + 12 + 14 + 30 + 32) / 5.0, withinPercentage(1));
        assertThat(both.deviation()).isCloseTo(measured(10, 12, 14, 30, 32).deviation(), withinPercentage(2));
        assertThat(both.plus(Measured.NOTHING)).isEqualTo(both);
        assertThat(Measured.NOTHING.plus(both)).isEqualTo(both);
    }

    @Test
    void what_nobody_measured_stays_unknown() {
        Footprint seen = Footprint.UNKNOWN.with(new Consumption(4, 0, 0)).with(new Consumption(4, 2, 1e9));

        assertThat(seen.run().count()).isEqualTo(2);
        assertThat(seen.share().count()).isEqualTo(1);
        assertThat(seen.share().mean()).isEqualTo(0.5);
        assertThat(seen.memory().mean()).isEqualTo(1e9);
        assertThat(seen.with(new Consumption(9, 9, 3e9).memoryOnly()).run()).isEqualTo(seen.run());
    }

    @Test
    void a_task_that_was_seen_and_used_no_cpu_time_used_none() {
        Footprint nap = Footprint.UNKNOWN.with(new Consumption(4, 0, 1e6));

        assertThat(nap.share().count()).isEqualTo(1);
        assertThat(nap.share().mean()).isZero();
    }

    @Test
    void nobody_uses_more_cpu_than_the_machine_has() {
        assertThat(new Consumption(2, 1e6, 1).within(4).cpuMinutes()).isEqualTo(8);
    }

    @Test
    void each_class_of_nodes_is_measured_by_itself_and_all_together() {
        Footprints seen =
                Footprints.NONE.with(USUAL, new Consumption(10, 5, 100)).with(FAST, new Consumption(5, 5, 300));

        assertThat(of(seen, USUAL).run().mean()).isEqualTo(10);
        assertThat(of(seen, FAST).share().mean()).isEqualTo(1);
        assertThat(seen.all().run().mean()).isCloseTo(7.5, within(1e-9));
        assertThat(seen.all().memory().count()).isEqualTo(2);
    }

    @Test
    void for_a_class_too_many_the_one_that_was_seen_least_is_forgotten() {
        Footprints seen = Footprints.NONE;
        for (int i = 0; i < 1_000; i++) {
            seen = seen.with(USUAL, new Consumption(1, 1, 1))
                    .with(new NodeClass("invented-" + i, "x64", 0), new Consumption(1, 1, 1));
        }

        assertThat(seen.ofClasses()).hasSize(Footprints.MOST).containsKey(USUAL);
        assertThat(seen.ofClasses()).containsKey(new NodeClass("invented-999", "x64", 0));
    }

    @Test
    void nodes_are_of_one_class_if_their_speeds_differ_by_less_than_a_factor_of_two() {
        assertThat(NodeClass.of("linux", "x64", 1.3)).isEqualTo(USUAL);
        assertThat(NodeClass.of("linux", "x64", 0.75)).isEqualTo(USUAL);
        assertThat(NodeClass.of("linux", "x64", 1.5)).isEqualTo(FAST);
        assertThat(NodeClass.of("linux", "x64", 0.5).speed()).isEqualTo(0.5);
        assertThat(NodeClass.of("linux", "x64", 1e300).octave()).isEqualTo(7);
        assertThat(NodeClass.of("linux", "x64", Double.MIN_VALUE).octave()).isEqualTo(-7);
    }
}
