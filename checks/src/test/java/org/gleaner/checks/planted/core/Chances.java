package org.gleaner.checks.planted.core;

import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

/** A core that rolls its own dice. */
public final class Chances {
    private Chances() {}

    public static final class NamesThings {
        UUID name() {
            return UUID.randomUUID();
        }
    }

    public static final class UsesMath {
        double roll() {
            return Math.random();
        }
    }

    public static final class UnseededRandom {
        int roll() {
            return new Random().nextInt();
        }
    }

    public static final class SeededRandom {
        int roll() {
            return new Random(7).nextInt();
        }
    }

    public static final class Splits {
        int roll() {
            return new SplittableRandom().nextInt();
        }
    }

    public static final class UsesTheThreads {
        int roll() {
            return ThreadLocalRandom.current().nextInt();
        }
    }

    public static final class TakesTheDefault {
        RandomGenerator dice() {
            return RandomGenerator.getDefault();
        }
    }

    public static final class Shuffles {
        void shuffle(List<String> names) {
            Collections.shuffle(names);
        }
    }
}
