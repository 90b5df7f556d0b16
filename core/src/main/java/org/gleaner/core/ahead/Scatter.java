package org.gleaner.core.ahead;

/** Spreads near numbers over all of the range, so that streams of chance begun with them have nothing in common. */
public final class Scatter {
    private Scatter() {}

    /** The finalizer of SplitMix64. */
    public static long of(long value) {
        long z = value + 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
