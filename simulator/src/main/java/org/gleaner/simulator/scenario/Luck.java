package org.gleaner.simulator.scenario;

import java.util.random.RandomGenerator;
import org.gleaner.core.ahead.Scatter;
import org.gleaner.simulator.world.Chance;

/** Streams of chance by name: what one machine or job draws shifts nothing that another one draws. */
final class Luck {
    private Luck() {}

    /** The same seed, name and number give the same stream, whatever else there is. */
    static RandomGenerator of(long seed, String name, long number) {
        long key = Scatter.of(seed);
        for (int i = 0; i < name.length(); i++) {
            key = Scatter.of(key + name.charAt(i));
        }
        return new Chance(Scatter.of(key + Scatter.of(number))).generator();
    }
}
