package org.gleaner.simulator.scenario;

/**
 * How likely a machine fails as it ages, in steps since its start: not at all for {@code zero} steps, then with a
 * probability per step that rises in a line to {@code fail} over {@code rise} steps, and stays. Immutable.
 *
 * <p>Steps are the grain of the description, not of time: within one step the hazard is constant, so a failure may fall
 * anywhere between two ticks, and the chance to get through a whole step is what the description says.
 */
final class FailureModel {
    /** A failure that is certain within its step: the chance to survive it is one in 10^17. */
    private static final double CERTAIN = 40;

    private final int zero;
    /** Integrated hazard after each step of the rise; the first entry is that at {@code zero}. */
    private final double[] risen;
    /** Hazard per step once risen. */
    private final double level;

    /** @param fail a probability per step, 0 to 1 */
    FailureModel(int zero, int rise, double fail) {
        this.zero = zero;
        risen = new double[rise + 1];
        for (int step = 1; step <= rise; step++) {
            risen[step] = risen[step - 1] + hazard(fail * step / rise);
        }
        level = hazard(fail);
    }

    private static double hazard(double probability) {
        return Math.min(CERTAIN, -Math.log1p(-probability));
    }

    /** The hazard summed up to this age; the chance to reach the age is {@code exp(-hazardUntil(age))}. */
    double hazardUntil(double age) {
        double rising = age - zero;
        int last = risen.length - 1;
        if (rising <= 0) {
            return 0;
        }
        if (rising >= last) {
            return risen[last] + (rising - last) * level;
        }
        int step = (int) rising;
        return risen[step] + (rising - step) * (risen[step + 1] - risen[step]);
    }

    /** The age at which the summed hazard reaches this value, which is above 0; infinite if it never does. */
    double ageAt(double hazard) {
        int last = risen.length - 1;
        if (hazard > risen[last]) {
            return level > 0 ? zero + last + (hazard - risen[last]) / level : Double.POSITIVE_INFINITY;
        }
        int low = 0;
        int high = last;
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (risen[middle] < hazard) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return zero + low + (hazard - risen[low]) / (risen[high] - risen[low]);
    }
}
