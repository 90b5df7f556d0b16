package org.gleaner.agent.machine;

import java.time.Duration;
import java.util.function.LongSupplier;

/** How long a fixed piece of arithmetic takes here: about 0.3 s on the machine it was tuned on. */
public final class Benchmark {
    private static final int ROUNDS = 5;
    private static final int STEPS = 12_000_000;

    private final LongSupplier nanoTime;

    public Benchmark(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** The best of a few rounds, times their number, so that one disturbance does not count. */
    public Duration run() {
        long best = Long.MAX_VALUE;
        long sum = 0;
        for (int round = 0; round < ROUNDS; round++) {
            long begin = nanoTime.getAsLong();
            sum += work(round + 1L);
            best = Math.min(best, nanoTime.getAsLong() - begin);
        }
        // The sum is used, so that the compiler can't leave the work out; it is never zero.
        return Duration.ofMillis(Math.max(sum == 0 ? 0 : 1, best * ROUNDS / 1_000_000));
    }

    private static long work(long seed) {
        long bits = seed * 0x9E3779B97F4A7C15L;
        double value = 1;
        for (int step = 0; step < STEPS; step++) {
            bits ^= bits << 13;
            bits ^= bits >>> 7;
            bits ^= bits << 17;
            value = value * 0.999999 + (bits & 0xff);
        }
        return (bits ^ Double.doubleToLongBits(value)) | 1;
    }
}
