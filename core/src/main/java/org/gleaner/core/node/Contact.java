package org.gleaner.core.node;

import java.util.Locale;

/** How the server stands with a node: it hears it, has not heard it for a while, or no longer counts on it. */
public enum Contact {
    CONNECTED,
    /** It is heard, and starts nothing, as its disk is almost full. */
    DISK_FULL,
    /** Silent for longer than a healthy agent ever is. Its tasks still count as running there. */
    SUSPECT,
    /** Its agent was ended in peace and said so. */
    STOPPED,
    AWAY;

    /** Asked for of each of many nodes, again and again. */
    private final String word = name().toLowerCase(Locale.ROOT).replace('_', '-');

    /** Whether the server counts on it. */
    public boolean isThere() {
        return this != STOPPED && this != AWAY;
    }

    public String word() {
        return word;
    }
}
