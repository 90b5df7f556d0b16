package org.gleaner.core.node;

import java.util.Locale;

/**
 * What the person who runs the server wants of a node, whether it is connected or not. Survives restarts of both.
 *
 * <p>Working, paused and draining follow each other in any order, by hand only; forgotten is the end, as such a node
 * has to introduce itself anew. Only a working node is given work; what it was given before it finishes in any case.
 */
public enum Duty {
    WORKING,
    /** Starts nothing new. */
    PAUSED,
    /** Starts nothing new either; with nothing left to finish it counts as drained. */
    DRAINING,
    /** Gone for good: it is not shown and its token is revoked. Its row stays, as attempts name it. */
    FORGOTTEN;

    /** Asked for of each of many nodes, again and again. */
    private final String word = name().toLowerCase(Locale.ROOT);

    public String word() {
        return word;
    }
}
