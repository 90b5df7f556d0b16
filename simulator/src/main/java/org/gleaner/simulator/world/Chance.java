package org.gleaner.simulator.world;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Seeded luck. Each part of a world gets a stream of its own, so that a change in one disturbs no other. */
public final class Chance {
    private final SplittableRandom random;

    public Chance(long seed) {
        this(new SplittableRandom(seed));
    }

    private Chance(SplittableRandom random) {
        this.random = random;
    }

    public Chance split() {
        return new Chance(random.split());
    }

    public RandomGenerator generator() {
        return random;
    }

    public boolean happens(double probability) {
        return probability > 0 && random.nextDouble() < probability;
    }

    /** Both ends included. */
    public int between(int least, int most) {
        return random.nextInt(least, most + 1);
    }

    public double between(double least, double most) {
        return least == most ? least : random.nextDouble(least, most);
    }

    public Duration between(Duration least, Duration most) {
        return Duration.ofNanos(random.nextLong(least.toNanos(), most.toNanos() + 1));
    }

    /** How long until something happens that happens so often on average: exponentially distributed. */
    public Duration wait(double perMinute) {
        double minutes = -Math.log(1 - random.nextDouble()) / perMinute;
        return Duration.ofMillis((long) (Math.min(minutes, 1e6) * 60_000) + 1);
    }

    public <T> T one(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    public long number() {
        return random.nextLong();
    }
}
