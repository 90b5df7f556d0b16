package org.gleaner.core.grid;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TypeKey;

/**
 * How far those who share the pool are above or below their shares, as it counts for whose turn it is: without what
 * runs now. It changes with what is done and has nothing to do with how much each shall have from now on.
 *
 * @param types of owners who weigh their types against each other
 * @param jobs of owners who have jobs with a weight of their own
 */
public record Served(Line<Owner> owners, Map<Owner, Line<TypeKey>> types, Map<Owner, Jobs> jobs) {
    /** Nobody is ahead of anybody. */
    public static final Served EVENLY = new Served(Line.even(), new TreeMap<>(), new TreeMap<>());

    public Served {
        types = Collections.unmodifiableMap(new TreeMap<>(types));
        jobs = Collections.unmodifiableMap(new TreeMap<>(jobs));
    }

    /**
     * Some who share something. All in core-minutes.
     *
     * @param total what all of them have had
     * @param beyond how much more than its share one has had; less than 0: it is owed so much; not there: neither
     */
    public record Line<K extends Comparable<K>>(double total, Map<K, Double> beyond) {
        public Line {
            beyond = Collections.unmodifiableMap(new TreeMap<>(beyond));
        }

        static <K extends Comparable<K>> Line<K> even() {
            return new Line<K>(0, new TreeMap<K, Double>());
        }

        public double of(K who) {
            return beyond.getOrDefault(who, 0.0);
        }
    }

    /**
     * The jobs of one owner.
     *
     * @param others how much more all jobs of the usual weight have had together
     */
    public record Jobs(Line<JobId> weighed, double others) {}
}
