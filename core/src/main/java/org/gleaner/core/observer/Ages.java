package org.gleaner.core.observer;

/** Bins of the age of a stay: logarithmic, from a minute to thirty days; the outer ones are open. */
public final class Ages {
    public static final int BINS = 22;

    private static final double FIRST = 1;
    private static final double LAST = 30 * 24 * 60;
    private static final double RATIO = Math.pow(LAST / FIRST, 1.0 / (BINS - 2));
    private static final double[] FROM = new double[BINS + 1];

    static {
        for (int bin = 1; bin < BINS; bin++) {
            FROM[bin] = FIRST * Math.pow(RATIO, bin - 1);
        }
        FROM[BINS] = Double.POSITIVE_INFINITY;
    }

    private Ages() {}

    /** The bin of an age in minutes. */
    public static int bin(double minutes) {
        if (minutes < FIRST) {
            return 0;
        }
        int bin = Math.min(BINS - 1, 1 + (int) (Math.log(minutes / FIRST) / Math.log(RATIO)));
        // The logarithm may be off by one at a border.
        if (minutes < FROM[bin]) {
            return bin - 1;
        }
        return minutes >= FROM[bin + 1] ? bin + 1 : bin;
    }

    /** Where a bin begins, in minutes; where the last one ends is infinite. */
    public static double from(int bin) {
        return FROM[bin];
    }
}
