package org.gleaner.protocol.message;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import org.gleaner.core.ahead.Forecast;
import org.jspecify.annotations.Nullable;

/** Whether an open job will be done by its deadline, as far as can be said. */
public enum Meets {
    /** In nine of ten futures, or more. */
    LIKELY,
    /** In most futures. */
    PERHAPS,
    /** Only in some. */
    UNLIKELY,
    /** In one of ten at most, or it is past: it can't be met any more. */
    HOPELESS;

    /** No future goes on for longer. */
    private static final Duration HORIZON = Duration.ofDays(365);

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * @param finish when it will be done; of a single future nobody can tell how certain that is, so it makes nothing
     *     hopeless, unless it never ends: that looks as if all said so
     * @param now when somebody looked
     */
    public static Meets of(Instant deadline, Forecast.Span finish, Instant now) {
        boolean never = finish.p10() == null;
        boolean ranged = never || !Objects.equals(finish.p10(), finish.p90());
        if (!deadline.isAfter(now) || (ranged && isAfter(finish.p10(), deadline, now))) {
            return HOPELESS;
        }
        if (isAfter(finish.p50(), deadline, now)) {
            return UNLIKELY;
        }
        return isAfter(finish.p90(), deadline, now) ? PERHAPS : LIKELY;
    }

    /** @param futures how many were looked at: a single one makes nothing hopeless */
    public static Meets of(Instant deadline, Forecast.Span finish, Instant now, int futures) {
        Meets found = of(deadline, finish, now);
        return found == HOPELESS && futures == 1 && deadline.isAfter(now) ? UNLIKELY : found;
    }

    private static boolean isAfter(@Nullable Instant done, Instant deadline, Instant now) {
        return done == null ? deadline.isBefore(now.plus(HORIZON)) : done.isAfter(deadline);
    }
}
