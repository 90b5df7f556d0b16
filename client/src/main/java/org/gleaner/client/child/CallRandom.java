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
    private final long[] numbers = new long[4];
    private long block;
    private int used = numbers.length;

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
            numbers[0] = block++;
            numbers[1] = 0;
            numbers[2] = 0;
            numbers[3] = 0;
            mix(numbers, key.seed(), key.number());
            used = 0;
        }
        return numbers[used++];
    }

    /** Makes four numbers of a counter of four, with a key of two halves. */
    static void mix(long[] counter, long firstKey, long secondKey) {
        long a = counter[0];
        long b = counter[1];
        long c = counter[2];
        long d = counter[3];
        long first = firstKey;
        long second = secondKey;
        for (int round = 0; round < ROUNDS; round++) {
            long nextA = high(SECOND_FACTOR, c) ^ b ^ first;
            long nextC = high(FIRST_FACTOR, a) ^ d ^ second;
            b = SECOND_FACTOR * c;
            d = FIRST_FACTOR * a;
            a = nextA;
            c = nextC;
            first += FIRST_STEP;
            second += SECOND_STEP;
        }
        counter[0] = a;
        counter[1] = b;
        counter[2] = c;
        counter[3] = d;
    }

    /** The upper half of a product without signs; the JDK has one that knows of signs. */
    private static long high(long factor, long number) {
        return Math.multiplyHigh(factor, number) + ((factor >> 63) & number) + ((number >> 63) & factor);
    }
}
