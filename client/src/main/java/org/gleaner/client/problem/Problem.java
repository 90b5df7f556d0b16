package org.gleaner.client.problem;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * A problem as it is submitted: what splits it, what computes its units, and what these need. Immutable.
 *
 * <pre>{@code
 * try (Gleaner grid = Gleaner.connect()) {
 *     Problem<IndexRange, Long, Long> problem = new Problem<>("squares", new Squares(10_000), SumOfSquares.class);
 *     SubmittedProblem<Long> submitted = grid.submit(problem.minMemory("512M").weight(3));
 *     System.out.println(submitted.answer());
 * }
 * }</pre>
 *
 * @param <U> a unit
 * @param <R> the result of a unit
 * @param <A> the answer
 */
public final class Problem<U, R, A> {
    private final String name;
    private final DataManager<U, R, A> manager;
    private final Class<? extends Algorithm<U, R>> algorithm;
    private final Wishes wishes;

    /**
     * What else is wanted.
     *
     * @param values what {@code gleaner submit} has flags for, by their names without dashes
     */
    public record Wishes(Map<String, List<String>> values, Granularity granularity) {
        static final Wishes USUAL = new Wishes(Map.of(), Granularity.DEFAULT);

        public Wishes {
            values = Collections.unmodifiableMap(new TreeMap<>(values));
        }
    }

    private Problem(
            String name, DataManager<U, R, A> manager, Class<? extends Algorithm<U, R>> algorithm, Wishes wishes) {
        this.name = Objects.requireNonNull(name, "name");
        this.manager = Objects.requireNonNull(manager, "manager");
        this.algorithm = Objects.requireNonNull(algorithm, "algorithm");
        this.wishes = wishes;
    }

    /** @param name what the work is called; how long its units take is learnt by this name */
    public Problem(String name, DataManager<U, R, A> manager, Class<? extends Algorithm<U, R>> algorithm) {
        this(name, manager, algorithm, Wishes.USUAL);
    }

    /** What part of its owner's share it gets, relative to the owner's other jobs; 1 by default. */
    public Problem<U, R, A> weight(int weight) {
        return with("weight", Integer.toString(weight));
    }

    /** A unit that takes longer on a machine is given to another; unless it is set, an idle machine may run a copy. */
    public Problem<U, R, A> expiry(Duration expiry) {
        return with("time", Math.max(1, expiry.plusNanos(999_999_999).toSeconds()) + "s");
    }

    /** Its owner's jobs with a higher priority go first; 0 by default. */
    public Problem<U, R, A> priority(int priority) {
        return with("priority", Integer.toString(priority));
    }

    /** How much memory a unit may use, such as {@code 512M}; machines with less compute no units. */
    public Problem<U, R, A> minMemory(String memory) {
        return with("memory", memory);
    }

    /** Machines that are slower compute no units; 1 is the mean of the pool. */
    public Problem<U, R, A> minSpeed(double speed) {
        return with("min-speed", String.format(Locale.ROOT, "%.6f", speed));
    }

    /** How large units should be. */
    public Problem<U, R, A> granularity(Granularity granularity) {
        return new Problem<>(name, manager, algorithm, new Wishes(wishes.values, granularity));
    }

    /**
     * Whatever else {@code gleaner submit} has a flag for, by its name without dashes; no texts for a switch. A file
     * ({@code in}) is available to units and to what splits the problem.
     */
    public Problem<U, R, A> with(String key, String... texts) {
        Map<String, List<String>> changed = new TreeMap<>(wishes.values);
        changed.put(key, List.of(texts));
        return new Problem<>(name, manager, algorithm, new Wishes(changed, wishes.granularity));
    }

    public String name() {
        return name;
    }

    public Wishes wishes() {
        return wishes;
    }

    /** The class that splits it; the code of the problem is where this one is. */
    public Class<?> code() {
        return manager.getClass();
    }

    /** As it begins. */
    public Splitting<U, R, A> begin() {
        return new Splitting<>(manager, algorithm, wishes.granularity, new SecureRandom().nextLong());
    }
}
