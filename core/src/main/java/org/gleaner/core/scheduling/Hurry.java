package org.gleaner.core.scheduling;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The order of jobs that have deadlines: by when each would have to start; what has not to hurry comes last. */
public final class Hurry {
    private Hurry() {}

    public static int compare(@Nullable Instant startBy, @Nullable Instant other) {
        if (startBy == null) {
            return other == null ? 0 : 1;
        }
        return other == null ? -1 : startBy.compareTo(other);
    }
}
