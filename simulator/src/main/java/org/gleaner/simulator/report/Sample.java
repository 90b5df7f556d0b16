package org.gleaner.simulator.report;

/**
 * One figure over all seeds.
 *
 * @param sd standard deviation of a single run (n − 1); 0 for one run
 */
public record Sample(int count, double mean, double sd) {
    static Sample of(double[] values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("nothing was measured");
        }
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        double mean = sum / values.length;
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        return new Sample(values.length, mean, values.length == 1 ? 0 : Math.sqrt(squares / (values.length - 1)));
    }

    /** Half of the interval that holds the true mean with a chance of 95 %; infinite for one run. */
    double halfWidth() {
        return count == 1 ? Double.POSITIVE_INFINITY : StudentT.quantile975(count - 1) * sd / Math.sqrt(count);
    }
}
