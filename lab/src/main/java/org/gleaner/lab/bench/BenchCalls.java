package org.gleaner.lab.bench;

import org.gleaner.client.executor.Task;

/** Calls that benchmarks send to machines; they name nothing that would take more code with them. */
final class BenchCalls {
    private static final double CHAOS = 3.7;

    private BenchCalls() {}

    static Task<Integer> empty(int number) {
        return () -> number;
    }

    /** Computes so many steps, each of which needs the one before. */
    static Task<Double> steps(long count) {
        return () -> compute(count);
    }

    static double compute(long count) {
        double x = 0.5;
        for (long i = 0; i < count; i++) {
            x = CHAOS * x * (1 - x);
        }
        return x;
    }
}
