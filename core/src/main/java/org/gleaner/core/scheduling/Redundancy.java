package org.gleaner.core.scheduling;

import java.util.Comparator;
import java.util.Optional;

/** Whether a node for which nothing is ready runs a task once more that runs elsewhere; the first result counts. */
public interface Redundancy {
    String name();

    /** Whether it needs up-to-date run times of types, which cost a look at all that runs. */
    default boolean looksAhead() {
        return false;
    }

    /** In which order running tasks are looked at. */
    Comparator<Underway> order();

    /** The task to run once more; none if nothing is worth it. */
    Optional<Underway> choose(CopyRequest request);
}
