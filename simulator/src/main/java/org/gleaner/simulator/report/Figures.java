package org.gleaner.simulator.report;

import java.util.Locale;

/** How figures are written for people. */
public final class Figures {
    private Figures() {}

    public static String ratio(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    public static String percent(double part) {
        return String.format(Locale.ROOT, "%.1f%%", 100 * part);
    }

    /** With the interval behind it, if there is one. */
    public static String ratio(PairedRatio paired) {
        return paired.hasInterval()
                ? String.format(Locale.ROOT, "%.3f [%.3f, %.3f]", paired.ratio(), paired.low(), paired.high())
                : String.format(Locale.ROOT, "%.3f", paired.ratio());
    }
}
