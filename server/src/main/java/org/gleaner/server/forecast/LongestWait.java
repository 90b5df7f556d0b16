package org.gleaner.server.forecast;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.core.id.JobId;
import org.gleaner.core.image.SketchedJob;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.protocol.message.NotBefore;
import org.jspecify.annotations.Nullable;

/**
 * Which of the jobs that one waits for keeps it longest, and until when.
 *
 * @param jobs that are open
 * @param forecasts what people are told of a job; nothing: nothing can be said
 */
record LongestWait(Map<JobId, SketchedJob> jobs, Function<JobId, Optional<Forecast>> forecasts) {
    /** Null: something of the job may start at once, or has, or may do so before any other job is done. */
    @Nullable
    NotBefore of(SketchedJob job) {
        TaskCounts tasks = job.tasks();
        if (tasks.waiting() == 0 || tasks.ready() + tasks.running() + tasks.done() > 0) {
            return null;
        }
        NotBefore last = null;
        for (Predecessor one : job.spec().turn().after()) {
            if (isWholly(one)) {
                last = later(last, new NotBefore(earliest(one.job(), job.id()), one.job()));
            }
        }
        return last;
    }

    /** Whether nothing starts before all of that job is over. What waits for a failure may start at any time. */
    private boolean isWholly(Predecessor one) {
        SketchedJob before = jobs.get(one.job());
        return before != null
                && !one.each()
                && !one.is(Predecessor.When.FAILED)
                && (one.tasks().isEmpty()
                        || one.tasks().count() == before.tasks().total());
    }

    /** The ranges of ends are corrected and those of starts are not: nobody shall be told that they contradict. */
    private @Nullable Instant earliest(JobId before, JobId job) {
        Instant done = forecasts.apply(before).map(one -> one.finish().p10()).orElse(null);
        Instant start = forecasts
                .apply(job)
                .map(Forecast::start)
                .map(Forecast.Span::p10)
                .orElse(null);
        return done == null || start == null || done.isBefore(start) ? done : start;
    }

    private static NotBefore later(@Nullable NotBefore one, NotBefore other) {
        Instant at = one == null ? Instant.MIN : one.at();
        Instant then = other.at();
        return one == null || (at != null && (then == null || then.isAfter(at))) ? other : one;
    }
}
