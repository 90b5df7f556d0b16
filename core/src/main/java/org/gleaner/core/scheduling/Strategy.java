package org.gleaner.core.scheduling;

import java.util.Comparator;
import java.util.Optional;

/** Whose turn it is. It sees groups and nodes, never single tasks, so its cost does not depend on their number. */
public interface Strategy {
    String name();

    /** Whether it needs {@link PoolView#market()} and new run times of types, which cost a look at all that runs. */
    default boolean looksAhead() {
        return false;
    }

    /** The group that the asking node gets a task of; none if it shall rather wait. */
    Optional<Choice> choose(WorkRequest request);

    /** Which of several waiting nodes is offered work first. */
    Comparator<WaitingNode> nodeOrder();

    /** Most free slots first, then who waits longest: spreads work over the pool. */
    Comparator<WaitingNode> SPREAD = (one, other) -> {
        int byRoom = Integer.compare(other.freeSlots(), one.freeSlots());
        int byWait = byRoom != 0 ? byRoom : one.waitingSince().compareTo(other.waitingSince());
        return byWait != 0 ? byWait : one.asker().node().compareTo(other.asker().node());
    };
}
