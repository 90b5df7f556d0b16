package org.gleaner.core.observer;

/** The grid of run times, normalised by speed: logarithmic, three points per octave from a second to 48 days. */
public final class RunLengths {
    public static final int POINTS = 67;

    private static final double FIRST = 1.0 / 60;
    private static final double PER_OCTAVE = 3;
    private static final double[] AT = new double[POINTS];

    static {
        for (int point = 0; point < POINTS; point++) {
            AT[point] = FIRST * Math.pow(2, point / PER_OCTAVE);
        }
    }

    private RunLengths() {}

    /** The run time at a point, in minutes. */
    public static double at(int point) {
        return AT[point];
    }

    /** The run time between points, in minutes; clamped to the grid. */
    static double atPosition(double position) {
        return FIRST * Math.pow(2, Math.max(0, Math.min(POINTS - 1, position)) / PER_OCTAVE);
    }

    /** Where a run time lies between the points; clamped to the grid. */
    public static double position(double minutes) {
        if (minutes <= FIRST) {
            return 0;
        }
        return Math.min(POINTS - 1, PER_OCTAVE * Math.log(minutes / FIRST) / Math.log(2));
    }

    /** Adds an amount at a run time, shared by the two points around it. */
    static void add(double[] amounts, double minutes, double amount) {
        double position = position(minutes);
        int point = (int) position;
        double upper = position - point;
        amounts[point] += amount * (1 - upper);
        if (upper > 0) {
            amounts[point + 1] += amount * upper;
        }
    }
}
