package org.gleaner.core.scheduling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gleaner.core.observer.RunLengths;
import org.gleaner.core.observer.WorkSpread;

/**
 * What a minute of work of each length is worth, so that all lengths come to their end together: the longer the open
 * tasks of a length would take with the nodes that choose them, the dearer they get. A node that asks gets the type
 * whose finished work per minute, times its price, is highest; so nodes that stay draw long tasks and others leave them
 * to those. Found by repeated small corrections; each survey goes on from the one before. Immutable.
 */
public final class Prices {
    private static final int CLASSES = 24;
    /** How sharply nodes choose: all of one length if it is only a little better. */
    static final double SHARPNESS = 20;

    private static final double CORRECTION = 0.09;
    private static final double LOWEST = -5.5;
    private static final int FIRST_ROUNDS = 80;
    private static final int ROUNDS = 10;
    /** Part of the whole supply that every length is taken to have at least. */
    private static final double LEAST_SUPPLY = 1e-3;
    /** What runs already is half done on average. */
    private static final double RUNNING_PART = 0.5;

    /** Before the first survey: all lengths are worth the same. */
    public static final Prices EQUAL = new Prices(new double[CLASSES], new boolean[CLASSES]);

    private final double[] log;
    private final boolean[] active;
    private final double[] price = new double[CLASSES];

    private Prices(double[] log, boolean[] active) {
        this.log = log;
        this.active = active;
        for (int one = 0; one < CLASSES; one++) {
            price[one] = Math.exp(log[active[one] ? one : nearest(one, active)]);
        }
    }

    /** Tasks of one octave of the mean run time are one class. */
    private static int classOf(WorkSpread work) {
        return Math.min(CLASSES - 1, work.octave());
    }

    /** The price of such work; of a length that was not open at the survey that of the nearest. */
    double of(WorkSpread work) {
        return price[classOf(work)];
    }

    private static int nearest(int wanted, boolean[] among) {
        int best = wanted;
        int distance = Integer.MAX_VALUE;
        for (int one = 0; one < CLASSES; one++) {
            if (among[one] && Math.abs(one - wanted) < distance) {
                best = one;
                distance = Math.abs(one - wanted);
            }
        }
        return best;
    }

    /** One length of open work. */
    private static final class Length {
        private final int number;
        private double work;
        private int ready;
        private double[] share = new double[0];
        private double mean;

        private Length(int number) {
            this.number = number;
        }

        private void add(Load load) {
            double more =
                    (load.ready() + RUNNING_PART * load.running()) * load.work().mean();
            if (share.length == 0) {
                share = new double[RunLengths.POINTS];
            }
            for (int point = 0; point < share.length; point++) {
                share[point] += more * load.work().share(point);
            }
            work += more;
            ready += load.ready();
            mean += more * load.work().mean();
        }

        private WorkSpread spread() {
            return WorkSpread.mixed(share);
        }
    }

    /**
     * The prices after a look at what is open and who is there.
     *
     * @param nodes those that are there, or a fair sample
     * @param scale how many nodes each of them stands for
     */
    public Prices next(List<Load> loads, List<Asker> nodes, double scale) {
        List<Length> lengths = lengths(loads);
        if (lengths.size() < 2 || nodes.isEmpty()) {
            return this;
        }
        boolean[] now = new boolean[CLASSES];
        double[] price = log.clone();
        boolean first = true;
        for (boolean was : active) {
            first &= !was;
        }
        for (Length one : lengths) {
            now[one.number] = true;
            if (!active[one.number] && !first) {
                price[one.number] = log[nearest(one.number, active)];
            }
        }
        double[][] rates = rates(lengths, nodes);
        double speed = nodes.stream().mapToDouble(Asker::speed).average().orElse(1);
        for (int round = 0; round < (first ? FIRST_ROUNDS : ROUNDS); round++) {
            correct(price, lengths, supply(price, lengths, rates, scale), speed);
        }
        return new Prices(price, now);
    }

    private static List<Length> lengths(List<Load> loads) {
        Length[] all = new Length[CLASSES];
        for (Load load : loads) {
            if (load.ready() + load.running() > 0) {
                int number = classOf(load.work());
                Length length = all[number] == null ? new Length(number) : all[number];
                length.add(load);
                all[number] = length;
            }
        }
        List<Length> open = new ArrayList<>();
        for (Length length : all) {
            if (length != null && length.ready > 0) {
                length.mean /= length.work;
                open.add(length);
            }
        }
        return open;
    }

    /** The logarithm of the work of each length that each node would finish per minute. */
    private static double[][] rates(List<Length> lengths, List<Asker> nodes) {
        List<WorkSpread> spreads = lengths.stream().map(Length::spread).toList();
        double[][] rates = new double[nodes.size()][lengths.size()];
        for (int node = 0; node < rates.length; node++) {
            NodeYield onNode = new NodeYield(nodes.get(node));
            for (int length = 0; length < rates[node].length; length++) {
                WorkSpread work = spreads.get(length);
                rates[node][length] = Math.log(Math.max(onNode.workPerMinute(work), 1e-6));
            }
        }
        return rates;
    }

    /** How much work of each length is finished per minute if every node chooses by these prices. */
    private static double[] supply(double[] price, List<Length> lengths, double[][] rates, double scale) {
        double[] supply = new double[lengths.size()];
        double[] weight = new double[lengths.size()];
        for (double[] rate : rates) {
            double best = Double.NEGATIVE_INFINITY;
            for (int i = 0; i < weight.length; i++) {
                weight[i] = price[lengths.get(i).number] + rate[i];
                best = Math.max(best, weight[i]);
            }
            double total = 0;
            for (int i = 0; i < weight.length; i++) {
                weight[i] = Math.exp(SHARPNESS * (weight[i] - best));
                total += weight[i];
            }
            for (int i = 0; i < weight.length; i++) {
                supply[i] += weight[i] > 1e-4 * total ? scale * Math.exp(rate[i]) * weight[i] / total : 0;
            }
        }
        return supply;
    }

    /** What would end later than the others gets dearer, what would end earlier cheaper. */
    private static void correct(double[] price, List<Length> lengths, double[] supply, double speed) {
        double all = Arrays.stream(supply).sum();
        double[] end = new double[supply.length];
        double mean = 0;
        double work = 0;
        for (int i = 0; i < end.length; i++) {
            Length one = lengths.get(i);
            end[i] = Math.log(one.work / Math.max(supply[i], LEAST_SUPPLY * all) + one.mean / speed);
            mean += one.work * end[i];
            work += one.work;
        }
        double highest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < end.length; i++) {
            int number = lengths.get(i).number;
            price[number] += CORRECTION * Math.max(-1, Math.min(1, end[i] - mean / work));
            highest = Math.max(highest, price[number]);
        }
        for (Length one : lengths) {
            price[one.number] = Math.max(LOWEST, price[one.number] - highest);
        }
    }
}
