package org.gleaner.core.observer;

/**
 * How the normalised run time of a type is distributed: the product-limit estimate from finished tasks and from those
 * that were cut, on the grid of {@link Runtimes}. Immutable.
 */
public final class WorkSpread {
    /** How much longer than the longest cut attempt a task is taken to run, if none ever finished after so long. */
    private static final int BEYOND = 3;

    private final double[] share;
    private final double mean;

    private WorkSpread(double[] share) {
        this.share = share;
        double sum = 0;
        for (int point = 0; point < share.length; point++) {
            sum += share[point] * Runtimes.at(point);
        }
        this.mean = sum;
    }

    /** Of a type of which at least one task was done or cut. */
    public static WorkSpread of(TypeBelief type) {
        double[] share = new double[Runtimes.POINTS];
        double atRisk = type.finished().total() + type.cut().total();
        double left = 1;
        int longest = 0;
        for (int point = 0; point < Runtimes.POINTS; point++) {
            double finished = type.finished().at(point);
            double cut = type.cut().at(point);
            if (finished > 0 && atRisk > 0) {
                share[point] = left * Math.min(1, finished / atRisk);
                left -= share[point];
            }
            atRisk -= finished + cut;
            longest = finished + cut > 0 ? point : longest;
        }
        share[Math.min(Runtimes.POINTS - 1, longest + (left > 1e-9 ? BEYOND : 0))] += Math.max(0, left);
        return new WorkSpread(share);
    }

    /** The share of tasks whose run time is nearest to a point. */
    public double share(int point) {
        return share[point];
    }

    /** In minutes on a node of speed 1. */
    public double mean() {
        return mean;
    }
}
