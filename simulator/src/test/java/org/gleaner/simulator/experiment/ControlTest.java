package org.gleaner.simulator.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.simulator.experiment.Trials.batch;
import static org.gleaner.simulator.experiment.Trials.machine;
import static org.gleaner.simulator.experiment.Trials.trial;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.random.RandomGenerator;
import org.gleaner.core.grid.Objective;
import org.gleaner.core.grid.Policy;
import org.gleaner.core.grid.PolicyScore;
import org.gleaner.core.grid.Tryout;
import org.gleaner.simulator.scenario.Batch;
import org.gleaner.simulator.scenario.Trial;
import org.junit.jupiter.api.Test;

class ControlTest {
    /** So many tasks, each of which takes so long. */
    private static long[] tasks(int count, long minutes) {
        long[] tasks = new long[count];
        Arrays.fill(tasks, minutes);
        return tasks;
    }

    private static Trial shortAndLong(long last) {
        long[] some = tasks(60, 10);
        Arrays.fill(some, 50, 60, last);
        return trial(
                List.of(machine("a", 0), machine("b", 0), machine("c", 0)),
                batch(0, "short", some),
                batch(0, "long", tasks(12, 60)));
    }

    private static Combination auto(Objective objective) {
        return new Combination("auto", "computed", new TreeMap<>(Map.of("objective", objective.word())));
    }

    private static double meanFlow(Trial trial, Combination combination) {
        return Experiment.run(trial, combination, Options.USUAL).flow().mean();
    }

    private static List<Tryout> tryouts(Trial trial, Objective objective, LongFunction<RandomGenerator> chances) {
        Driver driver = new Driver(trial, auto(objective), Options.USUAL);
        Control control = new Control(driver, trial, Options.USUAL, chances);
        control.begin();
        driver.run();
        return control.tryouts();
    }

    @Test
    void what_it_takes_did_best_of_what_it_tried() {
        List<Tryout> tryouts = tryouts(shortAndLong(10), Objective.FLOW, SplittableRandom::new);

        Tryout first = tryouts.get(0);
        double least =
                first.scores().stream().mapToDouble(PolicyScore::flow).min().orElseThrow();
        PolicyScore chosen = first.scores().stream()
                .filter(score -> score.policy().equals(first.chosen()))
                .findFirst()
                .orElseThrow();
        assertThat(chosen.flow()).isEqualTo(least);
        assertThat(first.scores()).hasSize(Policy.CANDIDATES.size());
    }

    @Test
    void each_task_is_done_sooner_if_that_is_the_objective() {
        Trial trial = shortAndLong(10);

        double soon = meanFlow(trial, auto(Objective.FLOW));
        double together = meanFlow(trial, auto(Objective.MAKESPAN));

        assertThat(soon).isLessThan(0.9 * together);
    }

    /** Long work now and then, and short work all the time: who wants each to be done soon lets short work go first. */
    private static Trial whereWorkKeepsComing() {
        List<Batch> batches = new ArrayList<>();
        for (int hour = 0; hour < 48; hour++) {
            batches.add(batch(60L * hour, "short", tasks(6, 5)));
            if (hour % 8 == 0) {
                batches.add(batch(60L * hour + 5, "long", tasks(8, 100)));
            }
            batches.add(batch(60L * hour + 20, "short", tasks(6, 5)));
        }
        return trial(List.of(machine("a", 0), machine("b", 0), machine("c", 0)), batches.toArray(Batch[]::new));
    }

    @Test
    void what_is_still_to_come_counts_as_much_as_what_is_open() {
        Trial trial = whereWorkKeepsComing();

        double auto = meanFlow(trial, auto(Objective.AUTO));

        assertThat(List.of("survival", "quantile", "mixed", "balanced"))
                .allSatisfy(strategy -> assertThat(auto)
                        .isLessThan(meanFlow(trial, new Combination(strategy, "computed", new TreeMap<>()))));
    }

    @Test
    void the_same_trial_gives_the_same_choices() {
        Trial trial = shortAndLong(10);

        assertThat(tryouts(trial, Objective.AUTO, SplittableRandom::new))
                .isEqualTo(tryouts(trial, Objective.AUTO, SplittableRandom::new));
    }

    /** What was tried within the first hours, in which nothing tells the two trials apart. */
    private static boolean isLeaking(Function<Trial, LongFunction<RandomGenerator>> chances) {
        Trial one = shortAndLong(10);
        Trial other = shortAndLong(45);
        List<Tryout> ofOne = tryouts(one, Objective.AUTO, chances.apply(one));
        List<Tryout> ofOther = tryouts(other, Objective.AUTO, chances.apply(other));
        assertThat(ofOne).isNotEmpty();
        return !ofOne.get(0).equals(ofOther.get(0));
    }

    @Test
    void it_knows_nothing_of_what_is_still_to_come() {
        assertThat(isLeaking(trial -> SplittableRandom::new)).isFalse();
    }

    @Test
    void a_controller_that_saw_the_truth_would_be_found_out() {
        // Its chances depend on how long the last tasks will take.
        assertThat(isLeaking(trial -> number ->
                        new SplittableRandom(number ^ trial.batches().get(0).work(60))))
                .isTrue();
    }
}
