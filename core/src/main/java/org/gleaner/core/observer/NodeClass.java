package org.gleaner.core.observer;

import java.util.Comparator;

/**
 * Nodes on which the same work takes about as much: alike in system and processor, and in speed to about the factor of
 * two. Finer classes would see too few tasks to say anything.
 *
 * @param octave 0: about as fast as the mean of the pool, 1: about twice as fast, -1: about half
 */
public record NodeClass(String os, String arch, int octave) implements Comparable<NodeClass> {
    /** Farther from the mean no node is believed to be. */
    private static final int FARTHEST = 7;

    private static final Comparator<NodeClass> ORDER =
            Comparator.comparing(NodeClass::os).thenComparing(NodeClass::arch).thenComparingInt(NodeClass::octave);

    /** @param speed in relation to the mean of the pool */
    public static NodeClass of(String os, String arch, double speed) {
        long octave = Math.round(Math.log(speed) / Math.log(2));
        return new NodeClass(os, arch, (int) Math.max(-FARTHEST, Math.min(FARTHEST, octave)));
    }

    /** In relation to the mean of the pool, in the middle of the class. */
    public double speed() {
        return Math.scalb(1.0, octave);
    }

    @Override
    public int compareTo(NodeClass other) {
        return ORDER.compare(this, other);
    }
}
