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
        int low = 0;
        int high = BINS - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (FROM[middle] <= minutes) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** The middle of a bin, in minutes, as its ages are spread. */
    static double middle(int bin) {
        if (bin == 0) {
            return FIRST / 2;
        }
        return Math.sqrt(FROM[bin] * (bin == BINS - 1 ? 2 * FROM[bin] : FROM[bin + 1]));
    }

    /** Where a bin begins, in minutes; where the last one ends is infinite. */
    public static double from(int bin) {
        return FROM[bin];
    }
}
