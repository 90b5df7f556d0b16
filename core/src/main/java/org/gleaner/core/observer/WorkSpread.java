package org.gleaner.core.observer;

/**
 * How the normalised run time of a type is distributed, on the grid of {@link RunLengths}: the product-limit estimate
 * from its finished tasks, from open ones that have run for so long already, and a little of what is usual in the pool.
 * Immutable.
 */
public final class WorkSpread {
    /** How many finished tasks the usual run times of the pool are worth. */
    private static final double USUAL_WEIGHT = 0.5;

    /** Between these run times, in minutes, all are equally likely as long as nothing is known. */
    private static final double SHORTEST = 0.05;

    private static final double LONGEST = 24 * 60;
    private static final double NOTHING_WEIGHT = 0.05;

    /** How fast ever longer run times get rare beyond all that were seen: half of them take 1.4 times as long. */
    private static final double TAIL = 2;

    /** Before anything is known: every length between some seconds and a day. */
    public static final WorkSpread UNKNOWN = usual(Bins.empty(RunLengths.POINTS));

    private final double[] share;
    private final double mean;
    private final int octave;
    /** Where shares are: from this even point to before that one; the very last point is looked at apart. */
    private final int from;

    private final int to;

    private WorkSpread(double[] share) {
        this.share = share;
        double sum = 0;
        int first = share.length;
        int end = 0;
        for (int point = 0; point < share.length; point++) {
            sum += share[point] * RunLengths.at(point);
            if (share[point] > 0) {
                first = Math.min(first, point);
                end = point + 1;
            }
        }
        this.from = first - first % 2;
        this.to = Math.min(end + end % 2, RunLengths.POINTS - 1);
        this.mean = sum;
        this.octave = (int) Math.round(Math.log(Math.max(1, sum * 60)) / Math.log(2));
    }

    /** What is usual in the pool, from the run times of all types. */
    public static WorkSpread usual(Bins finished) {
        double[] share = new double[RunLengths.POINTS];
        double total = finished.total() + NOTHING_WEIGHT;
        int span = 0;
        for (int point = 0; point < RunLengths.POINTS; point++) {
            span += isUsual(point) ? 1 : 0;
        }
        for (int point = 0; point < RunLengths.POINTS; point++) {
            share[point] = (finished.at(point) + (isUsual(point) ? NOTHING_WEIGHT / span : 0)) / total;
        }
        return new WorkSpread(share);
    }

    private static boolean isUsual(int point) {
        return RunLengths.at(point) > SHORTEST && RunLengths.at(point) < LONGEST;
    }

    /**
     * Of one type.
     *
     * @param finished run times of its tasks that were done
     * @param open how long its tasks that are not done have run at least
     */
    public static WorkSpread of(Bins finished, Bins open, WorkSpread usual) {
        double[] share = new double[RunLengths.POINTS];
        double atRisk = finished.total() + USUAL_WEIGHT + open.total();
        double left = 1;
        for (int point = 0; point < RunLengths.POINTS; point++) {
            double ended = finished.at(point) + USUAL_WEIGHT * usual.share[point];
            share[point] = atRisk > 0 ? left * Math.min(1, ended / atRisk) : 0;
            left -= share[point];
            atRisk -= ended + open.at(point);
        }
        share[RunLengths.POINTS - 1] += Math.max(0, left);
        return new WorkSpread(share);
    }

    /** Of several types together, from how much of all lies at each point, in any unit. */
    public static WorkSpread mixed(double[] weights) {
        double[] share = weights.clone();
        double total = 0;
        for (double weight : share) {
            total += weight;
        }
        for (int point = 0; point < share.length; point++) {
            share[point] /= total;
        }
        return new WorkSpread(share);
    }

    /** As it would be if all tasks took so many times as long. */
    public WorkSpread times(double factor) {
        double[] moved = new double[RunLengths.POINTS];
        for (int point = 0; point < RunLengths.POINTS; point++) {
            if (share[point] > 0) {
                RunLengths.add(moved, RunLengths.at(point) * factor, share[point]);
            }
        }
        return new WorkSpread(moved);
    }

    /** Of tasks that have run for so long, in minutes on a node of speed 1, and are not done. */
    public WorkSpread beyond(double ran) {
        double[] rest = new double[RunLengths.POINTS];
        double left = 0;
        for (int point = RunLengths.POINTS - 1; point >= 0 && RunLengths.at(point) > ran; point--) {
            rest[point] = share[point];
            left += share[point];
        }
        if (left < 1e-6) {
            // Longer than any before: the longer it has run, the longer it will yet.
            RunLengths.add(rest, ran * 1.25, 1);
            return new WorkSpread(rest);
        }
        for (int point = 0; point < RunLengths.POINTS; point++) {
            rest[point] /= left;
        }
        return new WorkSpread(rest);
    }

    /** The average of one quantity by that of another. */
    public double ratio(double[] above, double[] below) {
        // The inner loop of every decision: sums that do not wait for each other, in one pass.
        double evenAbove = 0;
        double oddAbove = 0;
        double evenBelow = 0;
        double oddBelow = 0;
        for (int point = from; point < to; point += 2) {
            double even = share[point];
            double odd = share[point + 1];
            evenAbove += even * above[point];
            oddAbove += odd * above[point + 1];
            evenBelow += even * below[point];
            oddBelow += odd * below[point + 1];
        }
        double last = share[RunLengths.POINTS - 1];
        return (evenAbove + oddAbove + last * above[RunLengths.POINTS - 1])
                / (evenBelow + oddBelow + last * below[RunLengths.POINTS - 1]);
    }

    /** The average of a quantity. */
    public double average(double[] of) {
        double sum = 0;
        for (int point = 0; point < share.length; point++) {
            sum += share[point] * of[point];
        }
        return sum;
    }

    /** So many run times that each stands for an equal part of the tasks. */
    public double[] quantiles(int parts) {
        double[] values = new double[parts];
        double room = 1.0 / parts;
        double free = room;
        double sum = 0;
        int part = 0;
        for (int point = 0; point < share.length && part < parts; point++) {
            double rest = share[point];
            while (rest > 0 && part < parts) {
                double taken = Math.min(rest, free);
                sum += taken * RunLengths.at(point);
                rest -= taken;
                free -= taken;
                if (free <= 1e-12) {
                    values[part++] = sum / room;
                    sum = 0;
                    free = room;
                }
            }
        }
        for (; part < parts; part++) {
            // Rounding may leave the last part a little short of its share.
            values[part] = free < room ? sum / (room - free) : part == 0 ? mean : values[part - 1];
            free = room;
        }
        return values;
    }

    /** The share of tasks whose run time is nearest to a point. */
    public double share(int point) {
        return share[point];
    }

    /**
     * The run time that this share of tasks does not exceed, in minutes on a node of speed 1. What lies at a point is
     * taken to be spread evenly half-way to its neighbours.
     */
    public double quantile(double wanted) {
        double sum = 0;
        int point = 0;
        while (point < share.length - 1 && (share[point] == 0 || sum + share[point] < wanted)) {
            sum += share[point];
            point++;
        }
        double within = share[point] > 0 ? Math.max(0, Math.min(1, (wanted - sum) / share[point])) : 0.5;
        return RunLengths.atPosition(point + within - 0.5);
    }

    /**
     * The same of those tasks that have run for so long and are not done. If none was ever that long: the longer it
     * has run, the longer it will yet.
     */
    public double quantileBeyond(double ran, double wanted) {
        double from = RunLengths.position(ran);
        double left = 0;
        for (int point = (int) from; point < share.length; point++) {
            left += share[point] * longer(point, from);
        }
        if (left < 1e-6 || ran >= RunLengths.at(RunLengths.POINTS - 1)) {
            return ran / Math.pow(Math.max(1e-3, 1 - wanted), 1 / TAIL);
        }
        double sum = 0;
        for (int point = (int) from; point < share.length; point++) {
            double here = share[point] * longer(point, from) / left;
            if (here > 0 && (sum + here >= wanted || point == share.length - 1)) {
                double end = point + 0.5;
                double begin = Math.max(from, point - 0.5);
                double within = Math.max(0, Math.min(1, (wanted - sum) / here));
                return Math.max(ran, RunLengths.atPosition(begin + within * (end - begin)));
            }
            sum += here;
        }
        return ran;
    }

    /** What part of the tasks at a point is longer than one at this position. */
    private static double longer(int point, double position) {
        return Math.max(0, Math.min(1, point + 0.5 - position));
    }

    /** The mean in seconds as a power of 2: tasks of one octave are about equally long. */
    public int octave() {
        return octave;
    }

    /** In minutes on a node of speed 1. */
    public double mean() {
        return mean;
    }
}
