package org.gleaner.core.image;

import org.gleaner.core.id.NodeId;

/**
 * What a node does.
 *
 * @param state in one word; empty: it was forgotten
 * @param load share of the machine that others use, in steps of {@value #STEP}
 * @param suspended whether work rests there because somebody needs the machine
 */
public record NodeLine(NodeId id, String state, int slotsUsed, int attempts, double load, boolean suspended) {
    /** Finer than this, load changes all the time. */
    public static final double STEP = 0.05;

    private static final int STEPS = 20;

    static NodeLine gone(NodeId id) {
        return new NodeLine(id, "", 0, 0, 0, false);
    }

    public static double rounded(double load) {
        return (double) Math.round(load * STEPS) / STEPS;
    }

    public boolean isGone() {
        return state.isEmpty();
    }
}
