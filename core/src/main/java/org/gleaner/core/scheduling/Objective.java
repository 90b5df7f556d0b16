package org.gleaner.core.scheduling;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a strategy that looks ahead is to bring about. */
public enum Objective {
    /** Whichever fits: flow while jobs keep coming, makespan otherwise. */
    AUTO,
    /** All that is open is done as early as possible. */
    MAKESPAN,
    /** Each task is done soon after it came, on average. */
    FLOW;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** An {@link IllegalArgumentException} names those that exist. */
    public static Objective named(String word) {
        for (Objective one : values()) {
            if (one.word().equals(word)) {
                return one;
            }
        }
        throw new IllegalArgumentException("there is no objective '" + word + "'; there are "
                + Arrays.stream(values()).map(Objective::word).collect(Collectors.joining(", ")));
    }
}
