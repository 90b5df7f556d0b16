package org.gleaner.client.problem;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Objects;

/**
 * A problem as it is submitted: what splits it, what computes its units, and what these need. Immutable.
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
     * @param memory of one unit, such as 512M; empty: nobody said
     * @param speed in relation to the mean of the pool; 0: any
     * @param expiry of one unit on one machine; zero: nobody said
     */
    public record Wishes(
            int weight, int priority, String memory, double speed, Duration expiry, Granularity granularity) {
        static final Wishes USUAL = new Wishes(1, 0, "", 0, Duration.ZERO, Granularity.DEFAULT);
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

    private Problem<U, R, A> with(Wishes changed) {
        return new Problem<>(name, manager, algorithm, changed);
    }

    /** What part of its owner's share it gets, in relation to the owner's other jobs; usually 1. */
    public Problem<U, R, A> weight(int weight) {
        return with(
                new Wishes(weight, wishes.priority, wishes.memory, wishes.speed, wishes.expiry, wishes.granularity));
    }

    /** A unit that takes longer on a machine is given to another; unless it is set, an idle machine may run a copy. */
    public Problem<U, R, A> expiry(Duration expiry) {
        return with(
                new Wishes(wishes.weight, wishes.priority, wishes.memory, wishes.speed, expiry, wishes.granularity));
    }

    /** Those of its owner with a higher one go first; usually 0. */
    public Problem<U, R, A> priority(int priority) {
        return with(
                new Wishes(wishes.weight, priority, wishes.memory, wishes.speed, wishes.expiry, wishes.granularity));
    }

    /** So much memory a unit may have, such as {@code 512M}; machines with less do not compute any. */
    public Problem<U, R, A> minMemory(String memory) {
        return with(
                new Wishes(wishes.weight, wishes.priority, memory, wishes.speed, wishes.expiry, wishes.granularity));
    }

    /** Machines that are slower compute no units; 1 is the mean of the pool. */
    public Problem<U, R, A> minSpeed(double speed) {
        return with(
                new Wishes(wishes.weight, wishes.priority, wishes.memory, speed, wishes.expiry, wishes.granularity));
    }

    public Problem<U, R, A> granularity(Granularity granularity) {
        return with(
                new Wishes(wishes.weight, wishes.priority, wishes.memory, wishes.speed, wishes.expiry, granularity));
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
