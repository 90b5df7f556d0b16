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

    /** The average of a quantity that is given at each point of the grid. */
    public double average(double[] atPoints) {
        double sum = 0;
        for (int point = 0; point < share.length; point++) {
            sum += share[point] * atPoints[point];
        }
        return sum;
    }

    /** The share of tasks whose run time is nearest to a point. */
    public double share(int point) {
        return share[point];
    }

    /** The run time that this share of tasks does not exceed, in minutes on a node of speed 1. */
    public double quantile(double wanted) {
        double sum = 0;
        int point = 0;
        while (point < share.length - 1 && sum + share[point] < wanted) {
            sum += share[point];
            point++;
        }
        return Runtimes.at(point);
    }

    /** How much longer a task takes that has run for so long; all in minutes on a node of speed 1. */
    public double meanBeyond(double elapsed) {
        double left = 0;
        double sum = 0;
        for (int point = share.length - 1; point >= 0 && Runtimes.at(point) > elapsed; point--) {
            left += share[point];
            sum += share[point] * (Runtimes.at(point) - elapsed);
        }
        // Longer than any before: the longer it has run, the longer it will yet.
        return left > 1e-9 ? sum / left : elapsed / 2;
    }

    /** In minutes on a node of speed 1. */
    public double mean() {
        return mean;
    }
}
