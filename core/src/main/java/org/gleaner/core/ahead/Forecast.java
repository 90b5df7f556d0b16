package org.gleaner.core.ahead;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * When a job starts and when it is done, as far as can be said.
 *
 * @param start null: it has started
 */
public record Forecast(@Nullable Span start, Span finish) {
    /**
     * An instant with how certain it is: with a chance of one in ten it is before the first, and with one in ten after
     * the last.
     *
     * @param p10 null: not as far as was looked; so with the others
     */
    public record Span(
            @Nullable Instant p10,
            @Nullable Instant p50,
            @Nullable Instant p90) {}
}
