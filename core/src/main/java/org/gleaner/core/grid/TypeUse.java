package org.gleaner.core.grid;

import org.gleaner.core.observer.Footprint;
import org.gleaner.core.observer.Measured;

/**
 * What tasks of a type use, for people; only of those that were measured.
 *
 * @param run milliseconds that they ran
 * @param cpu milliseconds of CPU time
 * @param share CPU time by run time: 1 is one core all the time
 * @param memory the most that each had, in bytes
 */
public record TypeUse(Figure run, Figure cpu, Figure share, Figure memory) {
    public static final TypeUse UNKNOWN = new TypeUse(Figure.UNKNOWN, Figure.UNKNOWN, Figure.UNKNOWN, Figure.UNKNOWN);

    private static final double MILLIS = 60_000;

    /**
     * A mean and how far values are from it.
     *
     * @param count of how many values; 0: nothing is known
     * @param deviation their standard deviation
     */
    public record Figure(long count, double mean, double deviation) {
        public static final Figure UNKNOWN = new Figure(0, 0, 0);

        static Figure of(Measured measured, double factor) {
            return new Figure(measured.count(), measured.mean() * factor, measured.deviation() * factor);
        }

        public boolean isKnown() {
            return count > 0;
        }
    }

    public static TypeUse of(Footprint seen) {
        return new TypeUse(
                Figure.of(seen.run(), MILLIS),
                Figure.of(seen.cpu(), MILLIS),
                Figure.of(seen.share(), 1),
                Figure.of(seen.memory(), 1));
    }
}
