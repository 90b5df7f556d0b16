package org.gleaner.protocol.message;

import java.time.Duration;
import java.util.Locale;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.core.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * The cheapest change after which a job would start or be done sooner.
 *
 * @param change its kind, such as {@code memory}; null: there is none
 * @param value what it would be changed to: a number, a size, a node or a strategy; empty: there is no change
 * @param phrase for people, to be followed by what it gains; empty: there is nothing to say
 * @param now when it will be done; null: when it is done hardly changes, or there is no change
 * @param gain how much sooner it would be done; null: it would never be done without it, or there is no such difference
 * @param start when it would start; null: it has started, or that hardly changes
 */
public record JobAdvice(
        JobId job,
        State state,
        @Nullable String change,
        String value,
        String phrase,
        Forecast.@Nullable Span now,
        Forecast.@Nullable Span then,
        @Nullable Duration gain,
        @Nullable Start start) {
    /**
     * When its first task starts as things are, and with the change.
     *
     * @param gain how much sooner; null: it would never start without it
     */
    public record Start(
            Forecast.Span now, Forecast.Span then, @Nullable Duration gain) {}

    /** What came of asking. */
    public enum State {
        FOUND,
        /** Nothing that was tried makes a difference that is worth it. */
        NONE,
        /** The server has too much else to look at; to be asked again. */
        LATER;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public static JobAdvice without(JobId job, State state) {
        return new JobAdvice(job, state, null, "", "", null, null, null, null);
    }
}
