package org.gleaner.client.child;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Chance that belongs to a call: the same whenever and wherever it runs, and independent of that of all others. The
 * generator is Philox 4x64 with 10 rounds (Salmon and others, 2011), which has a sequence of its own for each key, so
 * that none ever runs into another. Confined to one thread.
 */
public final class CallRandom implements RandomGenerator {
    private static final ThreadLocal<CallRandom> CURRENT = new ThreadLocal<>();

    private static final long FIRST_FACTOR = 0xD2E7470EE14C6C93L;
    private static final long SECOND_FACTOR = 0xCA5A826395121157L;
    private static final long FIRST_STEP = 0x9E3779B97F4A7C15L;
    private static final long SECOND_STEP = 0xBB67AE8584CAA73BL;
    private static final int ROUNDS = 10;

    private final CallKey key;
    private long block;
    private long[] numbers = new long[0];
    private int used;

    CallRandom(CallKey key) {
        this.key = key;
    }

    /** That of the call which this thread runs; null: it runs none. */
    public static @Nullable CallRandom current() {
        return CURRENT.get();
    }

    static void begin(CallKey key) {
        CURRENT.set(new CallRandom(key));
    }

    static void end() {
        CURRENT.remove();
    }

    @Override
    public long nextLong() {
        if (used == numbers.length) {
            numbers = block(block++, 0, 0, 0, key.seed(), key.number());
            used = 0;
        }
        return numbers[used++];
    }

    /** The four numbers of a counter, with a key of two halves. */
    static long[] block(long a, long b, long c, long d, long firstKey, long secondKey) {
        long[] now = {a, b, c, d};
        long first = firstKey;
        long second = secondKey;
        for (int round = 0; round < ROUNDS; round++) {
            long[] next = {
                high(SECOND_FACTOR, now[2]) ^ now[1] ^ first,
                SECOND_FACTOR * now[2],
                high(FIRST_FACTOR, now[0]) ^ now[3] ^ second,
                FIRST_FACTOR * now[0]
            };
            now = next;
            first += FIRST_STEP;
            second += SECOND_STEP;
        }
        return now;
    }

    /** The upper half of a product without signs; the JDK has one that knows of signs. */
    private static long high(long factor, long number) {
        return Math.multiplyHigh(factor, number) + ((factor >> 63) & number) + ((number >> 63) & factor);
    }
}
