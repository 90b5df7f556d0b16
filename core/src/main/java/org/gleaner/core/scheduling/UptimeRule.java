package org.gleaner.core.scheduling;

import java.util.Arrays;

/**
 * From how long a node should still stay to the run time that suits it, given the run times that there are. All in
 * minutes. Immutable.
 */
final class UptimeRule {
    /** The random part of the paper, whatever the run times. */
    private static final double FIXED_WIDTH = 2;

    /** Otherwise at most this part of the smallest gap, so that it only decides between two neighbours. */
    private static final double PART_OF_GAP = 0.25;

    /** Ascending, each once. */
    private final double[] runtimes;

    /** @param averages at least one, in any order */
    UptimeRule(double... averages) {
        double[] sorted = averages.clone();
        Arrays.sort(sorted);
        int distinct = 0;
        for (double one : sorted) {
            if (distinct == 0 || one > sorted[distinct - 1]) {
                sorted[distinct++] = one;
            }
        }
        runtimes = Arrays.copyOf(sorted, distinct);
    }

    /** How much work of a usual node suits this one before it is likely to go. */
    static double target(Asker node) {
        double left = node.usualUptime() - node.uptime();
        double stay = left >= 0 ? left : (node.reliability() + 1) * -left;
        return stay * node.speed();
    }

    /**
     * The run time, or the mean of two neighbours, that is nearest to the target; the mean on a tie. The longest run
     * time is left out, or the steadiest nodes would work for that type alone.
     */
    double guide(double target) {
        int last = runtimes.length - 1;
        if (last == 0) {
            return runtimes[0];
        }
        int above = above(target);
        if (above == 0) {
            return runtimes[0];
        }
        int below = Math.min(above, last) - 1;
        double guide = (runtimes[below] + runtimes[below + 1]) / 2;
        guide = nearer(target, guide, runtimes[below]);
        return above < last ? nearer(target, guide, runtimes[above]) : guide;
    }

    private static double nearer(double target, double first, double other) {
        return Math.abs(first - target) <= Math.abs(other - target) ? first : other;
    }

    /** How far the random part goes to either side. */
    double halfWidth(boolean asInPaper) {
        if (asInPaper) {
            return FIXED_WIDTH;
        }
        double gap = FIXED_WIDTH / PART_OF_GAP;
        for (int i = 1; i < runtimes.length; i++) {
            gap = Math.min(gap, runtimes[i] - runtimes[i - 1]);
        }
        return gap * PART_OF_GAP;
    }

    /** The run time that is nearest to a value; the shorter one on a tie. */
    double nearest(double value) {
        int above = above(value);
        if (above == 0) {
            return runtimes[0];
        }
        double below = runtimes[above - 1];
        return above == runtimes.length ? below : nearer(value, below, runtimes[above]);
    }

    /** The index of the first run time that is longer. */
    private int above(double value) {
        int found = Arrays.binarySearch(runtimes, value);
        return found >= 0 ? found + 1 : -found - 1;
    }
}
