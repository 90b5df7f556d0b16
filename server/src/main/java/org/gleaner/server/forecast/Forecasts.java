package org.gleaner.server.forecast;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.message.Expectation;
import org.jspecify.annotations.Nullable;

/**
 * What was found by the last look ahead. Immutable.
 *
 * @param at from when on was looked; null: nobody has looked yet
 * @param futures how many were looked at
 * @param cost of all looks of this run of the server, in time of a processor
 * @param failing whether looks fail, one after the other, so that nobody can say when there will be another
 */
public record Forecasts(
        @Nullable Instant at, int futures, Duration cost, Map<JobId, Expectation> jobs, boolean failing) {
    static final Forecasts NONE = new Forecasts(null, 0, Duration.ZERO, Collections.emptyMap(), false);

    public Forecasts {
        jobs = Collections.unmodifiableMap(new HashMap<>(jobs));
    }

    /** The same, if nothing new comes of it for the time being, or again. */
    Forecasts failing(boolean now) {
        return new Forecasts(at, futures, cost, jobs, now);
    }

    /** Nothing if it was not open then. */
    public Optional<Expectation> of(JobId job) {
        return Optional.ofNullable(jobs.get(job));
    }
}
