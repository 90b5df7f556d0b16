package org.gleaner.client.problem;

import java.io.Serializable;
import java.time.Duration;

/**
 * When units should become larger or smaller.
 *
 * @param units after how many results their mean time is checked
 * @param threshold by which fraction of the wanted time it may differ from it
 * @param wanted how long a unit should take
 */
public record Granularity(int units, double threshold, Duration wanted) implements Serializable {
    public static final Granularity DEFAULT = new Granularity(50, 0.15, Duration.ofHours(1));

    public Granularity {
        if (units < 1 || !(threshold >= 0) || wanted.isNegative() || wanted.isZero()) {
            throw new IllegalArgumentException("units and the wanted time are positive, the threshold is not negative");
        }
    }

    /** What {@link DataManager#adapt} is told of units that took so long on the mean; 0: nothing. */
    public double change(Duration mean) {
        double took = Math.max(1, mean.toNanos());
        double change = (wanted.toNanos() - took) / took;
        return Math.abs(change) > threshold ? change : 0;
    }
}
