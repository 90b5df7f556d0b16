package org.gleaner.core.ahead;

import java.util.List;
import java.util.random.RandomGenerator;

/**
 * How long tasks take compared with others of their type, as normal deviates. Tasks of one type that come one after
 * the other are alike, and those of one job still more: if each were drawn by itself, long and short ones would even
 * out, and nobody would foresee how much the work ahead may differ from what is usual.
 *
 * @param ofType what part of the variance all tasks of a type share
 * @param ofJob what part those of a job share beyond that
 */
record SharedLuck(double ofType, double ofJob) {
    /** As measured in the log of a cluster, on what a type's next jobs have in common compared with its last 200. */
    static final SharedLuck SHARED = new SharedLuck(0.4, 0.3);

    /** They have nothing in common: so all goes as is usual. */
    static final SharedLuck OWN = new SharedLuck(0, 0);

    /** Normal deviates that each stand for an eighth of all. */
    static final List<Double> EIGHTHS = List.of(-1.534, -0.887, -0.489, -0.157, 0.157, 0.489, 0.887, 1.534);

    /** Whether tasks have anything in common. */
    boolean isShared() {
        return ofType + ofJob > 0;
    }

    /** What all tasks of a type have in common. */
    double ofType(double type) {
        return Math.sqrt(ofType) * type;
    }

    /** What all tasks of a job have in common. */
    double common(double type, RandomGenerator job) {
        return ofType(type) + Math.sqrt(ofJob) * job.nextGaussian();
    }

    /** The part of all tasks of its type that are shorter than one. */
    double part(double common, double own) {
        double z = common + Math.sqrt(1 - ofType - ofJob) * own;
        // Near enough to the normal distribution.
        return 1 / (1 + Math.exp(-1.5976 * z - 0.07056 * z * z * z));
    }
}
