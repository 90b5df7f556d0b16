package org.gleaner.core.ahead;

import java.util.HashMap;
import java.util.Map;
import org.gleaner.core.id.JobId;
import org.jspecify.annotations.Nullable;

/** What one future would bring: when jobs start and when they are done, in milliseconds from its begin. */
final class Glimpse {
    /**
     * Of one job.
     *
     * @param finish {@link Course#NEVER}: not as far as was looked
     */
    record Times(long start, long finish) {}

    private final Map<JobId, Times> times = new HashMap<>();
    private int starts;

    void note(JobId job, long start, long finish) {
        times.put(job, new Times(start, finish));
    }

    void count(int started) {
        starts = started;
    }

    @Nullable
    Times of(JobId job) {
        return times.get(job);
    }

    /** What it cost to look. */
    int starts() {
        return starts;
    }
}
