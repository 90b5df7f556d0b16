package org.gleaner.client.child;

import java.io.ObjectInputFilter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;

/**
 * How deep hash sets and maps lie in each other in what is being read. Each of them asks for the hash of all that is in
 * it, so a few that share what is in them can double the work with every level. Concurrent maps and the sets of {@code
 * Set.of} do not show themselves here, nor do sets that are read before those they are in: that reading may take very
 * long has to be expected all the same. Confined to one object.
 */
final class HashNesting {
    /** Nobody's data are so deep, and reading what is not deeper takes seconds at most if two are in each. */
    static final int DEEPEST = 32;

    private final Deque<Long> open = new ArrayDeque<>();

    /** Whether it is still shallow enough; is asked about everything that the filter of a stream is. */
    boolean admits(ObjectInputFilter.FilterInfo seen) {
        while (!open.isEmpty() && open.element() >= seen.depth()) {
            open.remove();
        }
        // By this the JDK asks whether a set or map may be so large, before it reads what is in it.
        if (seen.serialClass() == Map.Entry[].class) {
            open.push(seen.depth());
        }
        return open.size() <= DEEPEST;
    }
}
