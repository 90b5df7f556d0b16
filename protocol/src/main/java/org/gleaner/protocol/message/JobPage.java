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
 * Jobs in the order that was asked for.
 *
 * @param more whether the limit cut the list
 * @param next where to go on then; empty if nothing is left, and from a server of version 0.1
 * @param total how many there are in all, if that was asked
 * @param forecasts when those that are open will be done, as far as it can be said
 * @param now by the server's clock, which forecasts are by; null: it does not tell
 */
public record JobPage(
        List<JobSummary> jobs,
        boolean more,
        String next,
        @Nullable Long total,
        Map<JobId, Forecast.Span> forecasts,
        @Nullable Instant now) {
    public JobPage {
        jobs = List.copyOf(jobs);
        forecasts = Collections.unmodifiableMap(new LinkedHashMap<>(forecasts));
    }

    /** Without forecasts. */
    public JobPage(List<JobSummary> jobs, boolean more, String next, @Nullable Long total) {
        this(jobs, more, next, total, Collections.emptyMap(), null);
    }

    public JobPage(List<JobSummary> jobs, boolean more) {
        this(jobs, more, "", null);
    }
}
