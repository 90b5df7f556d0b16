package org.gleaner.core.observer;

/** How often stays end at each age, over the whole pool: ends per minute. Immutable. */
public final class PoolHazard {
    /** Until something is known, the chance to end per minute falls with the age: this part of one over the age. */
    private static final double PRIOR_LEVEL = 0.3;

    private static final double PRIOR_DEATHS = 1;

    /** Before any node was observed. */
    public static final PoolHazard UNKNOWN = new Sum().hazard();

    private final double[] perMinute;

    private PoolHazard(double[] perMinute) {
        this.perMinute = perMinute;
    }

    double at(int bin) {
        return perMinute[bin];
    }

    /** Adds up nodes; confined to its caller. */
    public static final class Sum {
        private final double[] deaths = new double[Ages.BINS];
        private final double[] exposure = new double[Ages.BINS];

        /** @param age of the stay that goes on, in minutes */
        public void add(NodeBelief node, double age) {
            for (int bin = 0; bin < Ages.BINS; bin++) {
                deaths[bin] += node.deaths().at(bin);
                exposure[bin] += node.exposure().at(bin);
            }
            NodeBelief.expose(exposure, age);
        }

        public PoolHazard hazard() {
            double[] perMinute = new double[Ages.BINS];
            for (int bin = 0; bin < Ages.BINS; bin++) {
                double prior = PRIOR_LEVEL / Ages.middle(bin);
                perMinute[bin] = (deaths[bin] + PRIOR_DEATHS) / (exposure[bin] + PRIOR_DEATHS / prior);
            }
            return new PoolHazard(perMinute);
        }
    }
}
