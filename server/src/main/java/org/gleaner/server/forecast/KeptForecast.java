package org.gleaner.server.forecast;

import java.time.Duration;
import java.time.Instant;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.jspecify.annotations.Nullable;

/**
 * What was said of when a job is done, kept until the truth is known and compared with it then.
 *
 * @param at when it was said: it and the job tell one from all others
 * @param number 1 for the first of its job
 * @param begun from when on the job's life counts: its submission, or the last change by its owner
 * @param raw what the futures gave
 * @param said what people were told: the same with a calibrated range
 * @param finished when the job was done; null: it is open
 */
public record KeptForecast(
        JobId job,
        Instant at,
        int number,
        Owner owner,
        Instant begun,
        Forecast.Span raw,
        Forecast.Span said,
        @Nullable Instant finished) {
    KeptForecast scored(Instant truth) {
        return new KeptForecast(job, at, number, owner, begun, raw, said, truth);
    }

    /** How old the job was. */
    Duration age() {
        return Duration.between(begun, at);
    }

    /** How long it was said to take, still. */
    Duration left() {
        Instant middle = raw.p50();
        return middle == null ? Duration.ZERO : Duration.between(at, middle);
    }
}
