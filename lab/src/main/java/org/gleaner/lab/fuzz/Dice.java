package org.gleaner.lab.fuzz;

import java.util.List;
import java.util.SplittableRandom;

/** Chance with a seed: the same seed draws the same. Confined to one thread. */
public final class Dice {
    private final SplittableRandom random;

    public Dice(long seed) {
        random = new SplittableRandom(seed);
    }

    public int below(int bound) {
        return random.nextInt(bound);
    }

    /** From the first to the last, both included. */
    public long between(long first, long last) {
        return last == Long.MAX_VALUE ? random.nextLong(first, last) : random.nextLong(first, last + 1);
    }

    public boolean oneIn(int bound) {
        return random.nextInt(bound) == 0;
    }

    public <T> T of(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    public byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}
