package org.gleaner.core.attempt;

import java.util.Locale;

/** Where an attempt stands in the server's eyes. It follows from the task's state and from what was recorded. */
public enum AttemptState {
    /** Assigned, and the node has not yet said that it holds it. */
    ASSIGNED,
    /** The node holds it. */
    HELD,
    /** Its task was cancelled or done by another: the node shall stop it. */
    STOPPING,
    /** Ended by the server without the node's word: the node may come back with it. */
    GIVEN_UP,
    /** Ended by the node's word, or no longer needed. */
    SETTLED;

    /** The whole table of transitions. */
    public boolean mayBecome(AttemptState next) {
        return switch (this) {
            case ASSIGNED, HELD -> next != this;
            case STOPPING -> next == SETTLED || next == GIVEN_UP;
            case GIVEN_UP -> next == HELD || next == SETTLED;
            case SETTLED -> false;
        };
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
