package org.gleaner.core.observer;

/** How likely a node stays: its own record, shrunk towards the shape of the pool's. Immutable. */
public final class StayChances {
    /** How much of the pool's record a node's own must outweigh: for its level, and for each bin. */
    private static final double LEVEL_PRIOR = 2;

    private static final double BIN_PRIOR = 0.1;

    /**
     * At an age that a node never reached it is no steadier than this part of its own hazard at the age before: the
     * pool's hazard there is that of the steady nodes alone, for no others got so old.
     */
    private static final double OWN_DECLINE = 0.76;

    private final double[] perMinute;
    /** The hazard added up from age 0 to where a bin begins. */
    private final double[] before;

    private StayChances(double[] perMinute) {
        this.perMinute = perMinute;
        this.before = new double[Ages.BINS];
        for (int bin = 1; bin < Ages.BINS; bin++) {
            before[bin] = before[bin - 1] + perMinute[bin - 1] * (Ages.from(bin) - Ages.from(bin - 1));
        }
    }

    /** @param age of the stay that goes on, in minutes: it too has proved something */
    public static StayChances of(NodeBelief node, double age, PoolHazard pool) {
        double[] exposure = node.exposure().toArray();
        NodeBelief.expose(exposure, age);
        double deaths = LEVEL_PRIOR;
        double expected = LEVEL_PRIOR;
        for (int bin = 0; bin < Ages.BINS; bin++) {
            deaths += node.deaths().at(bin);
            expected += exposure[bin] * pool.at(bin);
        }
        double level = deaths / expected;
        double[] perMinute = new double[Ages.BINS];
        // Who never went has shown nothing that could be carried on.
        double decline = deaths > LEVEL_PRIOR ? OWN_DECLINE : 0;
        double younger = 0;
        for (int bin = 0; bin < Ages.BINS; bin++) {
            double prior = Math.max(level * pool.at(bin), decline * younger);
            perMinute[bin] = (node.deaths().at(bin) + BIN_PRIOR) / (exposure[bin] + BIN_PRIOR / prior);
            younger = perMinute[bin];
        }
        return new StayChances(perMinute);
    }

    /** The chance that a stay of this age lasts so much longer; all in minutes. */
    public double chance(double age, double more) {
        return Math.exp(hazardUpTo(age) - hazardUpTo(age + more));
    }

    /** The chances that a stay of this age lasts so much longer: all points of {@link RunLengths} at this speed. */
    public double[] chances(double age, double speed) {
        double[] chances = new double[RunLengths.POINTS];
        double now = hazardUpTo(age);
        int bin = Ages.bin(age);
        for (int point = 0; point < chances.length; point++) {
            double then = age + RunLengths.at(point) / speed;
            while (bin < Ages.BINS - 1 && Ages.from(bin + 1) <= then) {
                bin++;
            }
            chances[point] = Math.exp(now - before[bin] - perMinute[bin] * (then - Ages.from(bin)));
        }
        return chances;
    }

    /** How much longer a stay of this age lasts on average, at most so long; all in minutes. */
    public double expected(double age, double most) {
        double end = age + most;
        double stays = 1;
        double sum = 0;
        double from = age;
        for (int bin = Ages.bin(age); bin < Ages.BINS && from < end; bin++) {
            double until = Math.min(end, Ages.from(bin + 1));
            double hazard = perMinute[bin] * (until - from);
            double then = stays * Math.exp(-hazard);
            // With hardly any hazard the quotient loses all its digits.
            sum += hazard < 1e-9 ? stays * (until - from) : (stays - then) / perMinute[bin];
            stays = then;
            from = until;
        }
        return sum;
    }

    /**
     * How much longer a stay of this age lasts that meets so much hazard before its end: drawn from an exponential
     * distribution of mean 1, that gives stays as they are distributed. All in minutes.
     */
    public double lasts(double age, double hazard) {
        double at = hazardUpTo(age) + hazard;
        int bin = Ages.bin(age);
        while (bin < Ages.BINS - 1 && before[bin + 1] <= at) {
            bin++;
        }
        return Math.max(0, Ages.from(bin) + (at - before[bin]) / perMinute[bin] - age);
    }

    private double hazardUpTo(double age) {
        int bin = Ages.bin(age);
        return before[bin] + perMinute[bin] * (age - Ages.from(bin));
    }
}
