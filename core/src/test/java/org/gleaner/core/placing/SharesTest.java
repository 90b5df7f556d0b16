package org.gleaner.core.placing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.Settings;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.observer.TypeBelief;
import org.gleaner.core.scheduling.Candidate;
import org.gleaner.core.scheduling.Candidates;
import org.gleaner.core.scheduling.Preference;
import org.gleaner.core.scheduling.Weights;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A pool of seven slots that always asks; minutes pass by themselves. */
class SharesTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final int SLOTS = 7;

    private record Run(double ends, TypeKey type, double minutes) {}

    private final Shares shares = new Shares(() -> SLOTS);
    private final Map<TypeKey, TypeBelief> beliefs = new HashMap<>();
    private final Map<TypeKey, Double> grain = new TreeMap<>();
    private final Map<TypeKey, Double> spent = new TreeMap<>();
    private final PriorityQueue<Run> running = new PriorityQueue<>(Comparator.comparingDouble(Run::ends));
    private double clock;

    SharesTest() {}

    private void weigh(String weights, String window) {
        shares.begin(Settings.DEFAULT.with("weights", weights).with("fairness-window", window));
    }

    private static TypeKey type(String owner, String name) {
        return new TypeKey(new Owner(owner), name);
    }

    private void open(TypeKey type, double minutes) {
        grain.put(type, minutes);
        shares.change(type, 0, 1);
    }

    private void run(double minutes) {
        double end = clock + minutes;
        while (clock < end) {
            while (running.size() < SLOTS) {
                start();
            }
            Run run = running.remove();
            clock = run.ends();
            TypeBelief before = beliefs.getOrDefault(run.type(), TypeBelief.unknown(NOW));
            TypeBelief after = before.took(run.minutes(), NOW).ran(run.minutes(), 1, NOW);
            beliefs.put(run.type(), after);
            shares.believe(run.type(), after);
            shares.change(run.type(), -1, 0);
            spent.merge(run.type(), run.minutes(), Double::sum);
        }
    }

    private void start() {
        List<Candidate> candidates = new ArrayList<>();
        for (TypeKey type : grain.keySet()) {
            int number = candidates.size();
            TypeTally tally = new TypeTally(new TypeTally.OwnerTally());
            candidates.add(new Candidate(number, type, new JobId(number + 1), Preference.USUAL, tally, () -> 1, 0));
        }
        TypeKey chosen = shares.turn(new Candidates(candidates)).all().get(0).type();
        double minutes = grain.getOrDefault(chosen, 1.0);
        running.add(new Run(clock + minutes, chosen, minutes));
        shares.change(chosen, 1, 0);
    }

    /** The share of what was spent since the last time. */
    private double share(TypeKey type) {
        double all = spent.values().stream().mapToDouble(Double::doubleValue).sum();
        return spent.getOrDefault(type, 0.0) / all;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shares_converge_to_the_weights_whatever_the_grain_and_hold_after_it_has_changed(boolean owners) {
        TypeKey a = owners ? type("a", "x") : type("o", "a");
        TypeKey b = owners ? type("b", "x") : type("o", "b");
        TypeKey c = owners ? type("c", "x") : type("o", "c");
        weigh(owners ? "a=4,b=2,c=1" : "o/a=4,o/b=2,o/c=1", "1h");
        open(a, 1);
        open(b, 2);
        open(c, 4);

        run(2_000);
        assertThat(share(a)).isCloseTo(4 / 7.0, within(0.01));
        assertThat(share(b)).isCloseTo(2 / 7.0, within(0.01));
        assertThat(share(c)).isCloseTo(1 / 7.0, within(0.01));

        grain.put(b, 20.0);
        spent.clear();
        run(5_000);
        assertThat(share(a)).isCloseTo(4 / 7.0, within(0.02));
        assertThat(share(b)).isCloseTo(2 / 7.0, within(0.02));
        assertThat(share(c)).isCloseTo(1 / 7.0, within(0.02));
    }

    @Test
    void whoever_joins_catches_up_with_a_window_and_not_with_all_history() {
        TypeKey old = type("old", "x");
        TypeKey late = type("late", "x");
        weigh("equal", "1h");
        open(old, 1);
        run(10_000);

        open(late, 1);
        spent.clear();
        run(60);
        assertThat(share(late)).as("an hour of the pool's time is made up for").isGreaterThan(0.9);
        spent.clear();
        run(600);
        assertThat(share(late)).isCloseTo(0.5, within(0.1));
    }

    @Test
    void without_a_window_all_history_counts() {
        TypeKey old = type("old", "x");
        TypeKey late = type("late", "x");
        weigh("equal", "off");
        open(old, 1);
        run(2_000);

        open(late, 1);
        spent.clear();
        run(1_500);

        assertThat(share(late)).isGreaterThan(0.99);
    }

    @Test
    void whoever_was_alone_for_long_and_comes_back_is_not_kept_waiting_for_it() {
        TypeKey heavy = type("heavy", "x");
        TypeKey other = type("other", "x");
        weigh("equal", "1h");
        open(heavy, 1);
        run(10_000);
        grain.remove(heavy);
        shares.change(heavy, 0, -1);
        open(other, 1);
        run(100);

        open(heavy, 1);
        run(120);
        spent.clear();
        run(500);

        assertThat(share(heavy)).isCloseTo(0.5, within(0.05));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void another_weight_counts_from_now_on_and_not_for_all_the_past(boolean owners) {
        TypeKey a = owners ? type("a", "x") : type("o", "a");
        TypeKey b = owners ? type("b", "x") : type("o", "b");
        weigh(owners ? "a=1,b=1" : "o/a=1,o/b=1", "1h");
        open(a, 1);
        open(b, 1);
        run(5_000);

        shares.set(Settings.DEFAULT.with("weights", owners ? "a=4" : "o/a=4").with("fairness-window", "1h"));
        spent.clear();
        run(100);
        assertThat(share(b)).as("at once, and no less").isCloseTo(0.2, within(0.03));

        shares.set(Settings.DEFAULT
                .with("weights", owners ? "a=1,b=1" : "o/a=1,o/b=1")
                .with("fairness-window", "1h"));
        spent.clear();
        run(100);
        assertThat(share(b)).as("and back").isCloseTo(0.5, within(0.03));
    }

    @Test
    void values_add_up_to_nothing_and_are_nothing_before_anything_ran() {
        weigh("a=4,b=2,c=1", "1h");
        open(type("a", "x"), 1);
        open(type("b", "x"), 2);
        open(type("c", "x"), 4);
        assertThat(shares.value(new Owner("a"))).isZero();

        run(50);

        double sum = shares.value(new Owner("a")) + shares.value(new Owner("b")) + shares.value(new Owner("c"));
        assertThat(sum).isCloseTo(0, within(1e-9));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "a=", "a=0", "a=-1", "a=x", "=3", "a=1,a=2", "a=1,,b=2", "-a=1", "a/=", "a=1e9"})
    void weights_that_make_no_sense_are_refused(String text) {
        assertThatThrownBy(() -> Setting.WEIGHTS.check(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void weights_are_of_owners_and_of_their_types() {
        Weights weights = Weights.parse("alice=4, bob=2.5,alice/sim=3");

        assertThat(weights.of(new Owner("bob"))).isEqualTo(2.5);
        assertThat(weights.of(new Owner("eve"))).isEqualTo(1);
        assertThat(weights.of(type("alice", "sim"))).isEqualTo(3);
        assertThat(weights.weighsTypesOf(new Owner("alice"))).isTrue();
        assertThat(weights.weighsTypesOf(new Owner("bob"))).isFalse();
    }
}
