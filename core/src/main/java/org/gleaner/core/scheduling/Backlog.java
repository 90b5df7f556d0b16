package org.gleaner.core.scheduling;

/** How much waits of one candidate; it changes as tasks start. */
public interface Backlog {
    /** Tasks that could start now if there were a node for each. */
    int tasks();
}
