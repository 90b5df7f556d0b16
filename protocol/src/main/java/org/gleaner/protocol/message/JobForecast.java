package org.gleaner.protocol.message;

import java.time.Instant;
import java.util.Locale;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.jspecify.annotations.Nullable;

/**
 * When a job starts and is done, as people are told.
 *
 * @param owner null: an older server did not say
 * @param at from when on was looked; null: nobody has looked yet, or there is nothing to look for
 * @param futures how many were looked at
 * @param started whether something of it has run already
 * @param start null: nothing can be said, or it has started
 * @param finish null: nothing can be said
 * @param reason why there is no more to tell; null: there is no more to it
 * @param note the same in a sentence; empty without a reason
 * @param notBefore before which it does not start, if that is the reason; null: it is not
 * @param deadline by when its owner wants it done; null: nobody said
 * @param meets whether it will be; null: there is no deadline, or nothing can be said
 */
public record JobForecast(
        JobId id,
        String name,
        @Nullable Owner owner,
        @Nullable Instant at,
        int futures,
        boolean started,
        Forecast.@Nullable Span start,
        Forecast.@Nullable Span finish,
        @Nullable Reason reason,
        String note,
        @Nullable NotBefore notBefore,
        @Nullable Instant deadline,
        @Nullable Meets meets) {
    /** Why something can't be said, or not without a word more. */
    public enum Reason {
        /** Nobody has looked yet. */
        SOON,
        /** Nobody knows how long it takes. */
        UNKNOWN,
        PAUSED,
        BLOCKED,
        /** It waits for a job that can't end by itself. */
        WAITS,
        /** Nothing of it starts before some time. */
        HELD,
        /** Nothing of it starts before another job is done. */
        AFTER,
        /** Somebody stopped everything. */
        HALTED,
        /** Each machine is paused, draining or drained. */
        MACHINES_PAUSED,
        /** It does not start in any future. */
        NONE_FITS,
        /** In most futures some of its tasks fail for good: the finish is that of the others. */
        FAILS,
        /** More tasks may be added to it: the finish is that of those that it has. */
        GROWS,
        /** It is not done as far as was looked. */
        FAR,
        /** It is over: the finish is when that was. */
        CLOSED;

        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** Before which its owner does not want it to start, if that is the reason; null: it is not. */
    public @Nullable Instant begin() {
        return notBefore == null || notBefore.job() != null ? null : notBefore.at();
    }
}
