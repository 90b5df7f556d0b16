package org.gleaner.simulator.report;

import java.util.Locale;

/** In what times are written for people. */
public enum TimeScale {
    /** As in the paper: one step is one minute. */
    STEPS("steps", "steps (minutes)", 60_000, 0),
    HOURS("h", "hours", 3_600_000, 1);

    private final String unit;
    private final String words;
    private final double millis;
    private final int decimals;

    TimeScale(String unit, String words, double millis, int decimals) {
        this.unit = unit;
        this.words = words;
        this.millis = millis;
        this.decimals = decimals;
    }

    /** Short, behind a figure. */
    public String unit() {
        return unit;
    }

    /** In full, for a heading. */
    public String words() {
        return words;
    }

    /** So many units. */
    double of(double milliseconds) {
        return milliseconds / millis;
    }

    /** As many digits as are worth reading, without the unit. */
    public String text(double milliseconds) {
        return String.format(Locale.ROOT, "%." + decimals + "f", of(milliseconds));
    }
}
