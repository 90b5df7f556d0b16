package org.gleaner.core.store;

import java.time.Instant;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Listing;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * Asks for jobs that are over. State selectors match the job's state.
 *
 * @param before goes on behind this job; null: from the beginning
 */
public record ClosedQuery(
        Caller caller,
        Selector selector,
        Listing listing,
        @Nullable JobId before,
        int limit) {
    /** The youngest of them. */
    public static ClosedQuery of(Caller caller, Selector selector, int limit) {
        return new ClosedQuery(caller, selector, Listing.ALL, null, limit);
    }

    /** Whether a job is behind the place where the list goes on. */
    boolean isBehind(JobId job, Instant ended) {
        Instant last = listing.endedBefore();
        if (before == null) {
            return true;
        }
        boolean younger = job.compareTo(before) >= 0;
        if (!listing.openFirst()) {
            return !younger;
        }
        return last == null || ended.isBefore(last) || (ended.equals(last) && !younger);
    }
}
