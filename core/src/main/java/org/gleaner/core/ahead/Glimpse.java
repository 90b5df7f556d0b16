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

    /** Of a part of a job: it starts with the first of them and is done with the last. */
    void note(JobId job, long start, long finish) {
        times.merge(
                job,
                new Times(start, finish),
                (one, other) ->
                        new Times(Math.min(one.start(), other.start()), Math.max(one.finish(), other.finish())));
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
