package org.gleaner.core.grid;

import java.util.List;

/**
 * How work is given out for the time being: a strategy, and what it is to bring about.
 *
 * @param strategy by its name
 */
public record Policy(String strategy, Objective objective) {
    /** Those that the controller tries, the one to begin with first. */
    public static final List<Policy> CANDIDATES = List.of(
            new Policy("survival", Objective.MAKESPAN),
            new Policy("survival", Objective.FLOW),
            new Policy("quantile", Objective.MAKESPAN),
            new Policy("mixed", Objective.MAKESPAN),
            new Policy("balanced", Objective.FLOW));

    /** Before the controller has tried anything. */
    public static final String FIRST = "survival";

    /** For people: {@code survival (flow)}. */
    public String label() {
        return strategy + " (" + objective.word() + ")";
    }
}
