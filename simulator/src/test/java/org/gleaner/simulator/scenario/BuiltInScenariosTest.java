package org.gleaner.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.gleaner.simulator.bound.Bounds;
import org.junit.jupiter.api.Test;

class BuiltInScenariosTest {
    @Test
    void every_named_scenario_can_be_read_and_ended() throws Exception {
        for (String name : BuiltInScenarios.names()) {
            Trial trial = BuiltInScenarios.named(name, Assumptions.USUAL).trial(1);

            assertThat(trial.scenario()).isEqualTo(name);
            assertThat(Bounds.clairvoyant(trial)).isBetween(Bounds.capacity(trial), trial.horizon());
        }
    }

    @Test
    void the_set_for_the_figures_has_120_machines_and_four_types_of_equal_work() throws Exception {
        Trial trial = BuiltInScenarios.named("heterogeneous", new Assumptions(0, 1, 5))
                .trial(1);

        assertThat(trial.machines()).hasSize(120);
        assertThat(trial.batches())
                .extracting(batch -> batch.tasks() * batch.work(1))
                .containsOnly(40_000 * Trial.STEP);
        assertThat(trial.batches()).hasSize(4);
    }

    @Test
    void unknown_name_is_answered_with_the_known_ones() {
        ScenarioError error =
                catchThrowableOfType(ScenarioError.class, () -> BuiltInScenarios.named("campus", Assumptions.USUAL));

        assertThat(error.why()).contains("heterogeneous").contains("small");
    }
}
