package org.gleaner.protocol.message;

import org.gleaner.core.ahead.Forecast;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.job.JobSpec;
import org.jspecify.annotations.Nullable;

/**
 * One job: where it stands and what it is.
 *
 * @param forecast when it will be done; null: it is over, or nothing can be said
 */
public record JobDetail(JobSummary summary, JobSpec spec, Forecast.@Nullable Span forecast) {
    /** Without a forecast. */
    public JobDetail(JobSummary summary, JobSpec spec) {
        this(summary, spec, null);
    }
}
