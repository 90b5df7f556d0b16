package org.gleaner.core.grid;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a strategy that looks ahead is to bring about. */
public enum Objective {
    /** Whichever fits: flow while jobs keep coming, else makespan; the controller looks at the other one too. */
    AUTO,
    /** All that is open is done as early as possible. */
    MAKESPAN,
    /** Each task is done soon after it came, on average. */
    FLOW,
    /** As few jobs as possible miss their deadline. */
    DEADLINE,
    /** Between makespan and flow: what gains much for one and costs little of the other. */
    BALANCED;

    /**
     * Whether what counts is that each task is done soon, rather than that all end together.
     *
     * @param coming whether more work keeps coming
     */
    public boolean isSoon(boolean coming) {
        return this == FLOW || (this != MAKESPAN && coming);
    }

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
