package org.gleaner.protocol.message;

import java.time.Instant;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.job.JobSpec;
import org.jspecify.annotations.Nullable;

/**
 * One job: where it stands and what it is.
 *
 * @param forecast when it will be done; null: it is over, or nothing can be said
 * @param now by the server's clock, which the forecast is by; null: it does not tell
 */
public record JobDetail(
        JobSummary summary,
        JobSpec spec,
        Forecast.@Nullable Span forecast,
        @Nullable Instant now) {
    /** Without a forecast. */
    public JobDetail(JobSummary summary, JobSpec spec) {
        this(summary, spec, null, null);
    }
}
