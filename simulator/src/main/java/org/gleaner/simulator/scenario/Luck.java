package org.gleaner.simulator.scenario;

import java.util.random.RandomGenerator;
import org.gleaner.simulator.world.Chance;

/** Streams of chance by name: what one machine or job draws shifts nothing that another one draws. */
final class Luck {
    private Luck() {}

    /** The same seed, name and number give the same stream, whatever else there is. */
    static RandomGenerator of(long seed, String name, long number) {
        long key = mixed(seed);
        for (int i = 0; i < name.length(); i++) {
            key = mixed(key + name.charAt(i));
        }
        return new Chance(mixed(key + mixed(number))).generator();
    }

    /** Spreads near values over all of the range: the finalizer of SplitMix64. */
    private static long mixed(long value) {
        long z = value + 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
