package org.gleaner.core.scheduling;

import java.util.Locale;

/** What decided that a node got a task of one group and not of another. */
public enum Rule {
    OLDEST,
    FEWEST_RUNNING,
    FEWEST_OF_OWNER,
    UNTRIED,
    FITTING,
    SOONEST_DONE,
    MOST_WORTH,
    SAME_RANK,
    /** Whichever strategy looks at lengths, it could only guess this one. */
    UNKNOWN_LENGTH,
    COPY;

    private final String word = name().toLowerCase(Locale.ROOT).replace('_', '-');

    public String word() {
        return word;
    }
}
