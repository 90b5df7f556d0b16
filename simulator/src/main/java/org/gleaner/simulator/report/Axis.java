package org.gleaner.simulator.report;

import java.util.ArrayList;
import java.util.List;

/**
 * Time from left to right, the same for every panel of a picture.
 *
 * @param millis what the whole width stands for
 * @param width in pixels
 */
record Axis(double millis, double width, TimeScale scale) {
    private static final int TICKS = 5;
    /** What runs much longer than the shortest leaves the picture on the right, else the others would be too small. */
    private static final double LONGEST = 3;

    Axis {
        if (!(millis > 0) || !(width > 0)) {
            throw new IllegalArgumentException("an axis has a length");
        }
    }

    static Axis over(List<Double> makespans, double width, TimeScale scale) {
        double shortest =
                makespans.stream().mapToDouble(Double::doubleValue).min().orElse(0);
        double longest =
                makespans.stream().mapToDouble(Double::doubleValue).max().orElse(0);
        double shown = Math.min(longest, LONGEST * shortest);
        return new Axis(Math.max(shown, 1) * 1.04, width, scale);
    }

    double x(long at) {
        return Math.max(0, Math.min(1, at / millis)) * width;
    }

    boolean holds(long at) {
        return at <= millis;
    }

    /** Round figures in the unit of the scale, about five of them. */
    List<Double> ticks() {
        double whole = scale.of(millis);
        double rough = whole / TICKS;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double step = rough / power < 1.5
                ? power
                : rough / power < 3.5 ? 2 * power : rough / power < 7.5 ? 5 * power : 10 * power;
        List<Double> ticks = new ArrayList<>();
        for (int i = 0; i * step <= whole && i <= 2 * TICKS; i++) {
            ticks.add(i * step);
        }
        return ticks;
    }

    /** Where such a figure is. */
    double xOfTick(double tick) {
        return tick / scale.of(millis) * width;
    }
}
