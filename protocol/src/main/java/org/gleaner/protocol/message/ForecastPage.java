package org.gleaner.protocol.message;

import java.util.List;

/**
 * Forecasts of several jobs, the youngest first.
 *
 * @param next where to go on; empty: these are all
 */
public record ForecastPage(List<JobForecast> jobs, String next) {
    public ForecastPage {
        jobs = List.copyOf(jobs);
    }
}
