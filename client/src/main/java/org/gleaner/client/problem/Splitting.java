package org.gleaner.client.problem;

import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * How far a problem is: all of it that is saved. For the library itself. Confined to one thread.
 *
 * @param <U> a unit
 * @param <R> the result of a unit
 * @param <A> the answer
 */
public final class Splitting<U, R, A> implements Serializable {
    private static final long serialVersionUID = 1;

    private final DataManager<U, R, A> manager;
    private final Class<? extends Algorithm<U, R>> algorithm;
    private final Granularity granularity;
    /** Of the results since it was last looked at how long units take. */
    private int counted;

    private long nanos;

    /** Of the chance that units have. */
    private final long seed;

    private long made;

    Splitting(
            DataManager<U, R, A> manager,
            Class<? extends Algorithm<U, R>> algorithm,
            Granularity granularity,
            long seed) {
        this.seed = seed;
        this.manager = manager;
        this.algorithm = algorithm;
        this.granularity = granularity;
    }

    /** The call that computes the next unit; null: none now. */
    public @Nullable UnitCall<U, R> next() {
        U unit = manager.isFinished() ? null : manager.next();
        made += unit == null ? 0 : 1;
        return unit == null ? null : new UnitCall<>(algorithm, unit);
    }

    /** Of the problem. */
    public long seed() {
        return seed;
    }

    /** How many units were made, and so the number of the last. */
    public long made() {
        return made;
    }

    /** @param took how long it was computed, in nanoseconds */
    public void merge(UnitCall<U, R> call, R result, long took) {
        manager.merge(call.unit(), result);
        counted++;
        nanos += Math.max(0, took);
        if (counted >= granularity.units()) {
            double change = granularity.change(Duration.ofNanos(nanos / counted));
            counted = 0;
            nanos = 0;
            if (change != 0) {
                manager.adapt(change);
            }
        }
    }

    public void failed(UnitCall<U, R> call, String why) {
        manager.failed(call.unit(), why);
    }

    /** Classes of whoever wrote the problem. */
    public Set<Class<?>> code() {
        return Set.copyOf(List.of(manager.getClass(), algorithm));
    }

    public boolean isFinished() {
        return manager.isFinished();
    }

    public A answer() {
        return manager.answer();
    }

    /** Computes a unit where it is sent to. */
    public record UnitCall<U, R>(Class<? extends Algorithm<U, R>> algorithm, U unit)
            implements Callable<R>, Serializable {
        @Override
        public R call() throws Exception {
            var constructor = algorithm.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance().compute(unit);
        }
    }
}
