package org.gleaner.simulator.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.simulator.experiment.Trials.batch;
import static org.gleaner.simulator.experiment.Trials.machine;
import static org.gleaner.simulator.experiment.Trials.trial;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.random.RandomGenerator;
import org.gleaner.core.ahead.Sketch;
import org.gleaner.core.ahead.Timeline;
import org.gleaner.core.grid.Objective;
import org.gleaner.core.grid.Policy;
import org.gleaner.core.grid.PolicyScore;
import org.gleaner.core.grid.Tryout;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.image.SketchChange;
import org.gleaner.core.observer.TypeBelief;
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
        Control control = new Control(driver, trial, Options.USUAL, chances, new Follower(driver));
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
        for (int hour = 0; hour < 24; hour++) {
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

    /** Many short tasks and long ones, and some more short ones of which only the truth knows how long they take. */
    private static Trial withSurprise(long last) {
        List<Batch> batches = List.of(
                batch(0, "short", tasks(60, 10)), batch(0, "long", tasks(20, 60)), batch(30, "short", tasks(10, last)));
        // It is given up after some hours: by then enough was tried.
        return new Trial(
                "made",
                1,
                List.of(machine("a", 0), machine("b", 0), machine("c", 0)),
                batches,
                0,
                200 * Trials.MINUTE,
                300 * Trials.MINUTE);
    }

    private static final int SURPRISE = 2;

    /** So many minutes one of its tasks takes at least: before that nobody could know more. */
    private static final int LEAST = 10;

    /** What reaches the controller otherwise than it should. */
    private record Leak(
            Function<Trial, Consumer<Sketch>> sketch, Function<Trial, LongFunction<RandomGenerator>> chances) {
        static final Leak NONE = new Leak(trial -> sketch -> {}, trial -> SplittableRandom::new);

        /** How long the tasks of the surprise will take counts among what was seen of their type, from some time on. */
        static Leak intoBeliefs(Instant from) {
            return new Leak(trial -> knowing(trial, from), NONE.chances());
        }
    }

    private record Course(List<Tryout> tryouts, long begun) {
        static Course of(Trial trial, Leak leak) {
            Driver driver = new Driver(trial, auto(Objective.AUTO), Options.USUAL);
            Follower follower = new Follower(driver, leak.sketch().apply(trial));
            Control control =
                    new Control(driver, trial, Options.USUAL, leak.chances().apply(trial), follower);
            control.begin();
            driver.run();
            long begun = driver.started(SURPRISE);
            return new Course(control.tryouts(), begun < 0 ? trial.limit() : begun);
        }

        /** All that was tried before anything that really happened could tell the two trials apart. */
        List<Tryout> until(long millis) {
            Instant end = Timeline.BEGIN.plusMillis(millis);
            return tryouts.stream().filter(one -> one.at().isBefore(end)).toList();
        }
    }

    /** The first tryout that differs, from 0; -1: none does. */
    private static int leaking(Leak leak) {
        Course one = Course.of(withSurprise(LEAST), leak);
        Course other = Course.of(withSurprise(45), leak);
        long same = Math.min(one.begun(), other.begun()) + LEAST * Trials.MINUTE;
        List<Tryout> ofOne = one.until(same);
        List<Tryout> ofOther = other.until(same);
        assertThat(ofOne.size()).isGreaterThan(2);
        for (int i = 0; i < ofOne.size(); i++) {
            if (i >= ofOther.size() || !ofOne.get(i).equals(ofOther.get(i))) {
                return i;
            }
        }
        return ofOther.size() > ofOne.size() ? ofOne.size() : -1;
    }

    @Test
    void it_knows_nothing_of_what_is_still_to_come() {
        assertThat(leaking(Leak.NONE)).isEqualTo(-1);
    }

    private static Consumer<Sketch> knowing(Trial trial, Instant from) {
        TypeKey type = new TypeKey(new Owner("ann"), "short");
        double minutes = trial.batches().get(SURPRISE).work(1) / (double) Trials.MINUTE;
        return sketch -> {
            TypeBelief belief = sketch.types().get(type);
            if (belief != null && !sketch.at().isBefore(from)) {
                sketch.take(new SketchChange(
                        false,
                        false,
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        Map.of(type, belief.ran(minutes, 1, sketch.at())),
                        List.of(),
                        sketch.served()));
            }
        };
    }

    @Test
    void a_controller_whose_beliefs_knew_the_truth_would_be_found_out() {
        assertThat(leaking(Leak.intoBeliefs(Timeline.BEGIN))).isZero();
    }

    @Test
    void so_would_one_that_learns_the_truth_later() {
        Instant first =
                Course.of(withSurprise(LEAST), Leak.NONE).tryouts().get(0).at();

        assertThat(leaking(Leak.intoBeliefs(first.plusSeconds(1)))).isPositive();
    }

    @Test
    void so_would_one_whose_chances_depend_on_it() {
        Leak leak = new Leak(
                Leak.NONE.sketch(),
                trial -> number -> new SplittableRandom(
                        number ^ trial.batches().get(SURPRISE).work(1)));

        assertThat(leaking(leak)).isZero();
    }

    /** Of two types that take as long on average: it makes hardly any difference which goes where. */
    private static Trial whereAllIsAlike() {
        SplittableRandom random = new SplittableRandom(2);
        List<Batch> batches = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            long[] works = new long[40];
            Arrays.setAll(works, task -> 5 + random.nextInt(50));
            batches.add(batch(0, i % 2 == 0 ? "one" : "other", works));
        }
        return trial(
                List.of(machine("a", 0), machine("b", 0), machine("c", 0), machine("d", 0)),
                batches.toArray(Batch[]::new));
    }

    /** How often another one comes than the one before. */
    private static int changes(List<Policy> policies) {
        int changes = 0;
        for (int i = 1; i < policies.size(); i++) {
            changes += policies.get(i).equals(policies.get(i - 1)) ? 0 : 1;
        }
        return changes;
    }

    @Test
    void policies_that_differ_by_chance_only_do_not_take_turns() {
        List<Tryout> tryouts = tryouts(whereAllIsAlike(), Objective.AUTO, SplittableRandom::new);

        List<Policy> best =
                tryouts.stream().map(one -> one.scores().get(0).policy()).toList();
        List<Policy> chosen = tryouts.stream().map(Tryout::chosen).toList();
        assertThat(changes(best)).as("if the best were always taken").isGreaterThan(5);
        assertThat(changes(chosen)).isLessThanOrEqualTo(2);
    }

    @Test
    void it_looks_a_hundred_times_at_most_in_a_run_that_takes_as_long_as_it_is_meant_to() {
        List<Batch> batches = new ArrayList<>();
        // Every half an hour there are twice as many tasks, and then as few as before.
        for (int half = 0; half < 120; half++) {
            batches.add(batch(30L * half, "short", tasks(half % 2 == 0 ? 3 : 6, 8)));
        }
        long horizon = 120 * 30 * Trials.MINUTE;
        Trial trial = new Trial("made", 1, List.of(machine("a", 0), machine("b", 0)), batches, 0, horizon, 2 * horizon);

        List<Tryout> tryouts = tryouts(trial, Objective.AUTO, SplittableRandom::new);

        assertThat(tryouts.size()).isBetween(50, 100);
    }
}
