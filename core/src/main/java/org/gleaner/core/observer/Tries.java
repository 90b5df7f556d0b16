package org.gleaner.core.observer;

/**
 * How attempts of a type go, apart from how long they run: how many fail, and how long their slots are held beside.
 * Older ones count less.
 *
 * @param first attempts of tasks that had not failed before
 * @param firstFailed how many of them failed
 * @param again attempts of tasks that had failed before; a failure for good counts as one that failed again
 * @param againFailed how many of them failed
 * @param failedWork after how many minutes, normalised by speed, attempts failed
 * @param beside minutes for which an attempt that was done held its slot and did not run
 */
public record Tries(
        double first, double firstFailed, double again, double againFailed, double failedWork, double beside) {
    public static final Tries NONE = new Tries(0, 0, 0, 0, 0, 0);

    /** What is kept of older experience with each attempt: about the last two hundred count. */
    private static final double KEPT = 0.995;

    /** So many times as long as usual may be normal; what is more, as a node was away, counts no more than that. */
    private static final double OUTLIER = 2;

    /** In minutes; this much, or the length of the run, may always be normal. */
    private static final double NORMAL = 0.05;

    private static final double YOUNGEST = 0.1;

    /** One was done. */
    public Tries succeeded(boolean failedBefore) {
        return failedBefore ? triedAgain(0) : triedFirst(0);
    }

    /**
     * One failed.
     *
     * @param forGood whether it is not tried again, as that would be of no use
     * @param work after which it did, in minutes normalised by speed
     */
    public Tries failed(boolean failedBefore, boolean forGood, double work) {
        Tries counted = failedBefore ? triedAgain(1) : triedFirst(1);
        Tries told = forGood && !failedBefore ? counted.triedAgain(1) : counted;
        double mean = firstFailed + againFailed == 0 ? work : Ewa.next(failedWork, work);
        return new Tries(told.first, told.firstFailed, told.again, told.againFailed, mean, beside);
    }

    private Tries triedFirst(int failed) {
        return new Tries(KEPT * first + 1, KEPT * firstFailed + failed, again, againFailed, failedWork, beside);
    }

    private Tries triedAgain(int failed) {
        return new Tries(first, firstFailed, KEPT * again + 1, KEPT * againFailed + failed, failedWork, beside);
    }

    /**
     * One that was done, and was counted, held its slot.
     *
     * @param minutes for how long
     * @param ran for how long of that it ran
     */
    public Tries held(double minutes, double ran) {
        double normal = Math.min(Math.max(0, minutes - ran), OUTLIER * beside + Math.max(NORMAL, ran));
        double weight = Math.max(YOUNGEST, 1 / Math.max(1, first + again));
        return new Tries(first, firstFailed, again, againFailed, failedWork, beside + weight * (normal - beside));
    }
}
