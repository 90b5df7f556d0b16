package org.gleaner.core.observer;

/** How often stays end at each age, over the whole pool: ends per minute. Immutable. */
public final class PoolHazard {
    /** Until something is known: one end in a day. */
    private static final double PRIOR_DEATHS = 1;

    private static final double PRIOR_EXPOSURE = 24 * 60;

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

        /** A bin without experience is like all of them together. */
        public PoolHazard hazard() {
            double allDeaths = PRIOR_DEATHS;
            double allExposure = PRIOR_EXPOSURE;
            for (int bin = 0; bin < Ages.BINS; bin++) {
                allDeaths += deaths[bin];
                allExposure += exposure[bin];
            }
            double overall = allDeaths / allExposure;
            double[] perMinute = new double[Ages.BINS];
            for (int bin = 0; bin < Ages.BINS; bin++) {
                perMinute[bin] = (deaths[bin] + PRIOR_DEATHS) / (exposure[bin] + PRIOR_DEATHS / overall);
            }
            return new PoolHazard(perMinute);
        }
    }
}
