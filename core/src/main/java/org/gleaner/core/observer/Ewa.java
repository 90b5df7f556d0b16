package org.gleaner.core.observer;

/** The exponentially weighted average of all that the observer smooths. */
public final class Ewa {
    /** Weight of the youngest value. */
    private static final double YOUNGEST = 0.25;

    private Ewa() {}

    public static double next(double average, double youngest) {
        return YOUNGEST * youngest + (1 - YOUNGEST) * average;
    }
}
