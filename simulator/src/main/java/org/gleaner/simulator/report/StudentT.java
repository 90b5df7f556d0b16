package org.gleaner.simulator.report;

/** Student's t distribution, as far as intervals of 95 % need it. */
final class StudentT {
    /** The quantile 0.975 for 1, 2, … 30 degrees of freedom. */
    private static final double[] TABLE = {
        12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281, 2.2010, 2.1788, 2.1604, 2.1448,
        2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860, 2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484,
        2.0452, 2.0423
    };

    private static final double NORMAL = 1.959964;

    private StudentT() {}

    /** The value that t does not exceed with a chance of 0.975; exact to four digits. */
    static double quantile975(int degrees) {
        if (degrees < 1) {
            throw new IllegalArgumentException("no degree of freedom: " + degrees);
        }
        if (degrees <= TABLE.length) {
            return TABLE[degrees - 1];
        }
        // The first terms of the expansion around the normal distribution; the next one is below 1e-4 from here on.
        double z = NORMAL;
        double first = (Math.pow(z, 3) + z) / 4;
        double second = (5 * Math.pow(z, 5) + 16 * Math.pow(z, 3) + 3 * z) / 96;
        return z + first / degrees + second / degrees / degrees;
    }
}
