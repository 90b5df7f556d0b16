package org.gleaner.core.grid;

import java.util.Locale;

/** Why the controller can't tell yet which policy is better. */
public enum Untried {
    /** Fewer than two tasks wait, so it makes no difference which goes where. */
    LITTLE_OPEN,
    NO_MACHINE,
    /** Of too much of the open work it is not known how long it takes. */
    UNKNOWN_LENGTHS;

    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
