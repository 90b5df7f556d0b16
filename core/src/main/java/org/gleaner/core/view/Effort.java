package org.gleaner.core.view;

/**
 * How much one part of an answer has cost so far, counted and not measured, so that the same question always ends at
 * the same place. Not thread-safe.
 */
final class Effort {
    /** Some milliseconds; whoever has more to ask goes on with another part, and others come between. */
    private static final long MOST = 200_000;

    private long looks;

    /** @param more about a hundredth of a microsecond each */
    void add(long more) {
        looks += more;
    }

    long looks() {
        return looks;
    }

    boolean isSpent() {
        return looks >= MOST;
    }
}
