package org.gleaner.simulator.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.gleaner.simulator.experiment.Trials.MINUTE;
import static org.gleaner.simulator.experiment.Trials.machine;
import static org.gleaner.simulator.experiment.Trials.trial;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gleaner.simulator.experiment.RunResult.OwnerResult;
import org.gleaner.simulator.scenario.Assumptions;
import org.gleaner.simulator.scenario.Batch;
import org.gleaner.simulator.scenario.BuiltInScenarios;
import org.gleaner.simulator.scenario.Trial;
import org.gleaner.simulator.scenario.TrialMachine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What each of several owners gets. */
class OwnersTest {
    private static Batch batch(long arrives, String owner, String type, int tasks, long millis) {
        long[] works = new long[tasks];
        Arrays.fill(works, millis);
        return new Batch(arrives * MINUTE, owner, type, works);
    }

    private static List<TrialMachine> machines(int count) {
        List<TrialMachine> machines = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            machines.add(machine("m" + i, 0));
        }
        return machines;
    }

    private static OwnerResult bob(String scenario, String strategy) throws Exception {
        Trial trial = BuiltInScenarios.named(scenario, Assumptions.USUAL).trial(1);
        RunResult result = Experiment.run(trial, new Combination(strategy, "computed"), Options.USUAL);
        assertThat(result.owners()).extracting(OwnerResult::owner).containsExactly("ada", "bob");
        return result.owners().get(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fifo", "balanced", "uptime", "mixed", "survival", "quantile"})
    void whoever_sends_more_than_the_pool_can_do_keeps_nobody_waiting(String strategy) throws Exception {
        // The second batch comes at minute 480, and takes 240 minutes with half of the machines.
        assertThat(bob("flood", strategy).finished() / MINUTE).isBetween(600L, 780L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fifo", "balanced", "uptime", "mixed", "survival", "quantile"})
    void whoever_splits_work_into_many_types_gets_no_more(String strategy) throws Exception {
        OwnerResult bob = bob("split", strategy);

        assertThat(bob.finished() / MINUTE).isBetween(1_100L, 1_320L);
        assertThat(bob.share()).isCloseTo(0.5, within(0.05));
    }

    /** A small pool, as the futures that are looked into are the price. */
    @Test
    void whatever_the_controller_chooses_nobody_gets_more_by_many_types() throws Exception {
        Trial trial = trial(
                machines(2),
                batch(0, "ann", "one", 10, 10 * MINUTE),
                batch(0, "ann", "two", 10, 10 * MINUTE),
                batch(0, "ann", "three", 10, 10 * MINUTE),
                batch(0, "ben", "four", 15, 10 * MINUTE));

        RunResult result = Experiment.run(trial, new Combination("auto", "computed"), Options.USUAL);

        OwnerResult ben = result.owners().get(1);
        assertThat(ben.share()).isCloseTo(0.5, within(0.1));
        assertThat(ben.finished() / MINUTE).isBetween(140L, 180L);
    }

    @Test
    void shares_count_only_while_others_have_something_open() {
        Trial trial = trial(
                machines(2),
                batch(0, "ann", "t", 4, 10 * MINUTE),
                batch(100, "ann", "t", 2, 10 * MINUTE),
                batch(100, "ben", "t", 2, 10 * MINUTE));

        RunResult result = Experiment.run(trial, new Combination("balanced", "off"), Options.USUAL);

        assertThat(result.owners())
                .containsExactly(
                        new OwnerResult("ann", 6, 0.5, 15.0 * MINUTE, 120 * MINUTE),
                        new OwnerResult("ben", 2, 0.5, 15.0 * MINUTE, 120 * MINUTE));
        assertThat(result.types()).extracting(RunResult.TypeResult::type).containsExactly("ann/t", "ben/t");
    }

    @Test
    void tasks_that_only_wait_in_a_lane_do_not_count_as_running() {
        Trial trial =
                trial(machines(20), batch(0, "ann", "short", 30_000, 1_000), batch(0, "ben", "long", 200, 600_000));
        Combination balanced = new Combination("balanced", "off", new TreeMap<>(Map.of("fairness", "balanced")));

        RunResult result = Experiment.run(trial, balanced, Options.USUAL);

        assertThat(result.owners().get(0).share()).isCloseTo(0.5, within(0.1));
    }
}
