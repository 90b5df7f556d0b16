package org.gleaner.core.grid;

import java.util.Locale;

/** Whether everything stands still because the person who runs the server said so. */
public enum Halt {
    NONE,
    /** Nothing new starts anywhere. */
    STARTS,
    /** And running tasks are stopped; they will run again. */
    ALL;

    /** The value of this name; an {@link IllegalArgumentException} names those that exist. */
    public static Halt named(String word) {
        for (Halt halt : values()) {
            if (halt.word().equals(word)) {
                return halt;
            }
        }
        throw new IllegalArgumentException("'" + word + "' is none of none, starts and all");
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
