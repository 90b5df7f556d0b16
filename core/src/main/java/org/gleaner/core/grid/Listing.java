package org.gleaner.core.grid;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a list of jobs has beside the open ones, and in which order.
 *
 * @param closed whether those that are over are listed too
 * @param openFirst the open ones, then the others by when they ended, the latest first; else all by their numbers, the
 *     youngest first
 * @param since without those that ended before; null: all
 * @param endedBefore goes on behind this end of a job, so that no open one is listed; null: from the beginning
 * @param counted whether it is also told how many there are in all
 */
public record Listing(
        boolean closed,
        boolean openFirst,
        @Nullable Instant since,
        @Nullable Instant endedBefore,
        boolean counted) {
    public static final Listing OPEN = new Listing(false, false, null, null, false);
    public static final Listing ALL = new Listing(true, false, null, null, false);

    /** Whether a job that ended then is listed at all. */
    public boolean reaches(Instant ended) {
        return closed && (since == null || !ended.isBefore(since));
    }
}
