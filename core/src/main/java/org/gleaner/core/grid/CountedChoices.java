package org.gleaner.core.grid;

import java.time.Duration;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What was chosen since the server started, and what became of it.
 *
 * @param counts by strategy, or redundancy for copies, and rule
 * @param copies how many were started
 * @param copiesWon how many of them were done before the attempt that they copied
 * @param work time from assignment to end of the attempts that have ended, times their cores
 */
public record CountedChoices(
        SortedMap<String, SortedMap<String, Long>> counts,
        long copies,
        long copiesWon,
        SortedMap<Fate, Duration> work) {
    public static final CountedChoices NONE = new CountedChoices(new TreeMap<>(), 0, 0, new TreeMap<>());
}
