package org.gleaner.simulator.experiment;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How the grid shall choose: its settings, by the names that {@code gleaner config set} knows.
 *
 * @param settings beyond strategy and redundancy, for example {@code fairlevel}
 */
public record Combination(String strategy, String redundancy, SortedMap<String, String> settings) {
    public Combination {
        settings = new TreeMap<>(settings);
    }

    public Combination(String strategy, String redundancy) {
        this(strategy, redundancy, new TreeMap<>());
    }

    /** For people and as a key: {@code survival + computed}. */
    public String label() {
        return strategy + " + " + redundancy;
    }
}
