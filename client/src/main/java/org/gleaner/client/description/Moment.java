package org.gleaner.client.description;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import org.gleaner.core.job.Spans;

/**
 * A moment as people write it: a time of day, a date with or without its time, so long from now. By the clock on their
 * wall, unless it names its own zone.
 */
public final class Moment {
    private static final int LAST_YEAR = 9999;
    private static final String TIME_OF_DAY = "[0-9]{1,2}:[0-9]{2}(:[0-9]{2})?";
    private static final String DATE = "[0-9]{4}-[0-9]{2}-[0-9]{2}";
    private static final String SPAN = "[0-9]+[a-z]*";
    private static final String WITH_ZONE = ".*(Z|[+-][0-9]{2}:[0-9]{2})";

    private Moment() {}

    /**
     * One that is still to come, or now.
     *
     * @param now where and when it was written: a time of day that is past means tomorrow's
     */
    public static Instant coming(String text, ZonedDateTime now) {
        String typed = text.strip();
        try {
            if (typed.equals("now")) {
                return now.toInstant();
            }
            if (typed.startsWith("+")) {
                return bounded(now.toInstant().plus(Spans.parse(typed.substring(1))));
            }
            if (typed.matches(TIME_OF_DAY)) {
                ZonedDateTime today = now.with(time(typed));
                return (today.isAfter(now) ? today : now.plusDays(1).with(time(typed))).toInstant();
            }
            return dated(typed, now);
        } catch (DateTimeException | ArithmeticException malformed) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a time such as 18:00, +2h or 2026-12-01T08:00", malformed);
        }
    }

    /** One that has been: {@code 2h} is so long ago, and a time of day that is still to come means yesterday's. */
    public static Instant past(String text, ZonedDateTime now) {
        String typed = text.strip();
        try {
            if (typed.matches(TIME_OF_DAY)) {
                ZonedDateTime today = now.with(time(typed));
                return (today.isAfter(now) ? now.minusDays(1).with(time(typed)) : today).toInstant();
            }
            if (typed.matches(SPAN)) {
                Duration ago = Spans.parse(typed);
                return now.toInstant().minus(ago);
            }
            return dated(typed, now);
        } catch (DateTimeException | ArithmeticException malformed) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a time such as 2h, 7d, 08:00, 2026-11-16 or 2026-11-16T08:00", malformed);
        }
    }

    private static LocalTime time(String typed) {
        return LocalTime.parse(typed.indexOf(':') == 1 ? "0" + typed : typed);
    }

    private static Instant dated(String typed, ZonedDateTime now) {
        if (typed.matches(DATE)) {
            return LocalDate.parse(typed).atStartOfDay(now.getZone()).toInstant();
        }
        String standard = typed.replace(' ', 'T');
        return standard.matches(WITH_ZONE)
                ? OffsetDateTime.parse(standard).toInstant()
                : LocalDateTime.parse(standard).atZone(now.getZone()).toInstant();
    }

    /** Years of more than four digits are nobody's plan. */
    private static Instant bounded(Instant moment) {
        if (moment.atOffset(ZoneOffset.UTC).getYear() > LAST_YEAR) {
            throw new DateTimeException("too late");
        }
        return moment;
    }
}
