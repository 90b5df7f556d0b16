package org.gleaner.core.grid;

import java.util.Locale;

/**
 * One answer to "why is it not running?", typed, with how many tasks it concerns.
 *
 * @param detail one sentence for people, with figures
 * @param remedy what would change it; may be empty
 */
public record Reason(Kind kind, int tasks, String detail, String remedy) {
    /** In the order in which reasons are told. */
    public enum Kind {
        NO_NODE,
        HALTED,
        FITS_NO_NODE,
        NODES_PAUSED,
        REFUSED_BY_NODES,
        NONE_FREE,
        THROTTLED,
        WAITING_FOR_TURN,
        WAITING,
        PAUSED,
        BLOCKED,
        CANCELLED,
        RUNNING,
        DONE;

        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
