package org.gleaner.protocol.message;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.gleaner.core.grid.Reason;
import org.gleaner.core.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * Why tasks are where they are: each reason with its facts, and in words.
 *
 * @param more whether there are other jobs, about which nothing is said
 * @param next where to go on with open jobs; null: that is all that can be told
 */
public record Explanation(
        List<Point> reasons, boolean more, @Nullable JobId next) {
    /** The fact that a single job that waits can't continue until somebody acts. */
    public static final String STUCK = "stuck";

    public Explanation {
        reasons = List.copyOf(reasons);
    }

    /** Whether somebody must act before what waits can continue; false from a server that does not say so. */
    public boolean isStuck() {
        return reasons.stream().anyMatch(one -> one.said().facts().containsKey(STUCK));
    }

    /**
     * One reason.
     *
     * @param nodes how many nodes it concerns; 0 where it is not about nodes
     */
    public record Point(JobId job, Reason.Kind kind, int tasks, int nodes, Said said) {}

    /**
     * What is said of one cause.
     *
     * @param cause its word, more exact than the kind; empty from a server of version 0.1
     * @param detail one sentence without its full stop, with figures
     * @param more sentences for whoever wants to know it all; may be empty
     * @param remedy what would change it; may be empty
     * @param facts each a {@link String}, a {@link Long} or a list of {@link String}
     */
    public record Said(String cause, String detail, String more, String remedy, SortedMap<String, Object> facts) {
        public Said {
            facts = Collections.unmodifiableSortedMap(new TreeMap<>(facts));
        }

        /** A cause is named by whoever says all of them. */
        public static Said of(String detail, String remedy) {
            return new Said("", detail, "", remedy, new TreeMap<>());
        }

        public Said named(String word) {
            return new Said(word, detail, more, remedy, facts);
        }

        public Said more(String sentences) {
            return new Said(cause, detail, sentences, remedy, facts);
        }

        public Said with(String fact, Object value) {
            SortedMap<String, Object> all = new TreeMap<>(facts);
            all.put(fact, value);
            return new Said(cause, detail, more, remedy, all);
        }

        /** Empty if there is no such fact. */
        public String fact(String name) {
            return String.valueOf(facts.getOrDefault(name, ""));
        }
    }
}
