package org.gleaner.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FailureModelTest {
    private static final int LIVES = 200_000;

    @Test
    void nothing_fails_in_the_steps_without_failure() {
        FailureModel model = new FailureModel(60, 40, 0.03);

        assertThat(model.hazardUntil(60)).isZero();
        assertThat(model.hazardUntil(60.5)).isPositive();
    }

    @Test
    void chance_to_survive_is_the_product_of_the_chances_per_step() {
        FailureModel model = new FailureModel(60, 40, 0.03);

        double survives = 1;
        for (int step = 1; step <= 300; step++) {
            double fails = step <= 60 ? 0 : step <= 100 ? 0.03 * (step - 60) / 40 : 0.03;
            survives *= 1 - fails;
            assertThat(Math.exp(-model.hazardUntil(step))).isCloseTo(survives, within(1e-12));
        }
    }

    @Test
    void age_of_a_hazard_is_the_inverse_of_the_hazard_of_an_age() {
        FailureModel model = new FailureModel(15, 30, 0.1);

        for (double age = 15.25; age < 200; age += 0.75) {
            assertThat(model.ageAt(model.hazardUntil(age))).isCloseTo(age, within(1e-9));
        }
    }

    @Test
    void no_rise_means_the_whole_chance_at_once() {
        FailureModel model = new FailureModel(10, 0, 0.5);

        assertThat(Math.exp(-model.hazardUntil(10))).isEqualTo(1);
        assertThat(Math.exp(-model.hazardUntil(11))).isCloseTo(0.5, within(1e-12));
        assertThat(model.ageAt(1e-9)).isBetween(10.0, 10.1);
    }

    @Test
    void certain_failure_ends_every_life_within_its_step() {
        FailureModel model = new FailureModel(10, 0, 1);

        assertThat(model.ageAt(30)).isBetween(10.0, 11.0);
    }

    @Test
    void machine_that_never_fails_has_no_end() {
        Cycle cycle = new Cycle(new FailureModel(6, 2, 0), new FailureModel(6, 2, 0), 100, Assumptions.USUAL);

        assertThat(cycle.failure(0, new SplittableRandom(1))).isInfinite();
        assertThat(cycle.failure(500, new SplittableRandom(1))).isInfinite();
    }

    @Test
    void drawn_lives_are_distributed_as_described() {
        FailureModel model = new FailureModel(20, 40, 0.08);
        Cycle cycle = new Cycle(model, new FailureModel(0, 0, 0), 1e9, Assumptions.USUAL);
        SplittableRandom random = new SplittableRandom(7);

        int[] reached = new int[200];
        for (int i = 0; i < LIVES; i++) {
            double life = cycle.failure(0, random);
            for (int age = 0; age < reached.length && age <= life; age++) {
                reached[age]++;
            }
        }

        for (int age = 0; age < reached.length; age++) {
            assertThat((double) reached[age] / LIVES).isCloseTo(Math.exp(-model.hazardUntil(age)), within(0.006));
        }
    }

    @Test
    void at_the_switch_a_machine_keeps_its_place_in_its_cycle() {
        FailureModel gentle = new FailureModel(100, 10, 0);
        FailureModel harsh = new FailureModel(50, 0, 0.2);
        Cycle cycle = new Cycle(gentle, harsh, 80, Assumptions.USUAL);
        SplittableRandom random = new SplittableRandom(3);

        double sum = 0;
        for (int i = 0; i < LIVES; i++) {
            double failure = cycle.failure(0, random);
            // 80 steps old at the switch, beyond the 50 safe ones of the second set.
            assertThat(failure).isGreaterThan(80);
            sum += failure - 80;
            // 30 steps old at the switch: 20 more are safe.
            assertThat(cycle.failure(50, random)).isGreaterThanOrEqualTo(100);
        }

        assertThat(sum / LIVES).isCloseTo(-1 / Math.log1p(-0.2), within(0.05));
    }
}
