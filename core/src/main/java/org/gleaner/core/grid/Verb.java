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

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
