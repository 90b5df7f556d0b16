package org.gleaner.core.grid;

import java.util.Locale;

/** What a token allows. */
public enum Role {
    ADMIN,
    USER,
    /** May only introduce a node. */
    JOIN,
    /** May act only as its own node. */
    NODE;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
