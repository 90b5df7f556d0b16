package org.gleaner.core.grid;

import java.util.Locale;

/** What an owner can do to tasks by hand. */
public enum Verb {
    CANCEL,
    PAUSE,
    RESUME,
    BLOCK,
    UNBLOCK,
    RETRY,
    DELETE;

    /** Whether tasks may run after it that did not before. */
    public boolean startsAgain() {
        return this == RESUME || this == UNBLOCK || this == RETRY;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
