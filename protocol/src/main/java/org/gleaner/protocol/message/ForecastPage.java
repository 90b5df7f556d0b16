package org.gleaner.protocol.message;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Forecasts of several jobs, the youngest first.
 *
 * @param next where to go on; empty: these are all
 * @param now by the clock of the server; null: it is of a version that does not tell
 */
public record ForecastPage(
        List<JobForecast> jobs, String next, @Nullable Instant now) {
    public ForecastPage {
        jobs = List.copyOf(jobs);
    }
}
