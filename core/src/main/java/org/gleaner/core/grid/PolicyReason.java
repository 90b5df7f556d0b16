package org.gleaner.core.grid;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Why the controller chose as it did.
 *
 * @param other with what the chosen one was compared; null: nothing else went through all futures
 * @param lead by how much the better of the two is ahead for what counts: 0.01 is one percent
 * @param needed by how much another must be ahead of the one in force to replace it
 */
public record PolicyReason(How how, @Nullable Policy other, double lead, double needed) {
    /** What came of comparing. */
    public enum How {
        /** It was in force, and is ahead of the next best. */
        BEST,
        /** It replaces the other one, which was in force. */
        TAKEN,
        /** It is in force, and the other one is ahead, but not by enough. */
        KEPT;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
