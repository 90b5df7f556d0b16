package org.gleaner.core.scheduling;

import java.util.Arrays;
import java.util.List;
import org.gleaner.core.observer.RunLengths;

/**
 * How long it takes until a task is done that begins anew on a node as they come, with all the times that it may be
 * lost again on the way. Immutable.
 */
public final class FreshStart {
    /** Before anybody looked: nothing is lost. */
    public static final FreshStart UNKNOWN = new FreshStart(ones());

    /** Completions per minute of a length that nobody seems to bring to an end. */
    private static final double HARDLY_EVER = 1e-6;

    /** For each run time of the grid, by what factor the task takes longer than on a node of speed 1 that stays. */
    private final double[] factor;

    private FreshStart(double[] factor) {
        this.factor = factor;
    }

    private static double[] ones() {
        double[] ones = new double[RunLengths.POINTS];
        Arrays.fill(ones, 1);
        return ones;
    }

    /** @param nodes those that are there, or a fair sample */
    public static FreshStart of(List<Asker> nodes) {
        if (nodes.isEmpty()) {
            return UNKNOWN;
        }
        double[] done = new double[RunLengths.POINTS];
        for (Asker node : nodes) {
            new NodeYield(node).addDonePerMinute(done);
        }
        for (int point = 0; point < done.length; point++) {
            done[point] = 1 / (RunLengths.at(point) * Math.max(done[point] / nodes.size(), HARDLY_EVER));
        }
        return new FreshStart(done);
    }

    /** Minutes for a task that takes so many on a node of speed 1. */
    double minutes(double work) {
        return work * factor[(int) Math.round(RunLengths.position(work))];
    }
}
