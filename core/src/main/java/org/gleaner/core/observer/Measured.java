package org.gleaner.core.observer;

/**
 * Mean and spread of what was measured, older values counting less: about the last two hundred count. Immutable.
 *
 * @param count how many there were
 * @param weight how many that are as good as new
 * @param squares sum of the squared distances from the mean
 */
public record Measured(long count, double weight, double mean, double squares) {
    /** What is kept of older values with each new one. */
    private static final double KEPT = 0.995;

    public static final Measured NOTHING = new Measured(0, 0, 0, 0);

    public boolean isKnown() {
        return count > 0;
    }

    public Measured with(double value) {
        double more = weight * KEPT + 1;
        double moved = mean + (value - mean) / more;
        return new Measured(count + 1, more, moved, squares * KEPT + (value - mean) * (value - moved));
    }

    /** Both together. */
    public Measured plus(Measured other) {
        if (!isKnown() || !other.isKnown()) {
            return isKnown() ? this : other;
        }
        double both = weight + other.weight;
        double apart = other.mean - mean;
        return new Measured(
                count + other.count,
                both,
                mean + apart * other.weight / both,
                squares + other.squares + apart * apart * weight * other.weight / both);
    }

    /** The standard deviation; 0 as long as there is but one value, so ask how many there are. */
    public double deviation() {
        return weight > 1 ? Math.sqrt(Math.max(0, squares / (weight - 1))) : 0;
    }
}
