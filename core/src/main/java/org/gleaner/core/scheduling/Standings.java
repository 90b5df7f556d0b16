package org.gleaner.core.scheduling;

/** How the nodes that were lately given work stood. */
public interface Standings {
    /** Before any was given work. */
    Standings NONE = reach -> new Rank(0.5, 0);

    /**
     * @param below the part of all that was given that went to nodes of less reach, ties counting half
     * @param of how many were given work
     */
    record Rank(double below, int of) {}

    Rank rank(double reach);
}
