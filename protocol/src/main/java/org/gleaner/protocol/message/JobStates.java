package org.gleaner.protocol.message;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * Where the jobs stand that were asked for, in the order in which they were.
 *
 * @param unknown those that there are not, for this caller
 * @param forecasts when those that are open will be done, as far as it can be said
 * @param now by the server's clock, which forecasts are by; null: it does not tell
 */
public record JobStates(
        List<JobSummary> jobs,
        List<JobId> unknown,
        Map<JobId, Forecast.Span> forecasts,
        @Nullable Instant now) {
    public JobStates {
        jobs = List.copyOf(jobs);
        unknown = List.copyOf(unknown);
        forecasts = Collections.unmodifiableMap(new LinkedHashMap<>(forecasts));
    }

    /** Without forecasts. */
    public JobStates(List<JobSummary> jobs, List<JobId> unknown) {
        this(jobs, unknown, Collections.emptyMap(), null);
    }
}
