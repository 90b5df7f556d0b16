package org.gleaner.client.description;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import org.gleaner.core.job.Spans;

/** A time as people write it: of day, in so long, or a date with its time. Theirs, unless it names its own zone. */
final class BeginTime {
    private static final int LAST_YEAR = 9999;

    private BeginTime() {}

    /** @param now where and when it was written: a time of day that is past means tomorrow's */
    static Instant parse(String text, ZonedDateTime now) {
        String typed = text.strip();
        try {
            if (typed.startsWith("+")) {
                return bounded(now.toInstant().plus(Spans.parse(typed.substring(1))));
            }
            if (typed.matches("[0-9]{1,2}:[0-9]{2}(:[0-9]{2})?")) {
                LocalTime time = LocalTime.parse(typed.indexOf(':') == 1 ? "0" + typed : typed);
                ZonedDateTime today = now.with(time);
                return (today.isAfter(now) ? today : now.plusDays(1).with(time)).toInstant();
            }
            if (typed.matches("[0-9]{4}-[0-9]{2}-[0-9]{2}")) {
                return LocalDate.parse(typed).atStartOfDay(now.getZone()).toInstant();
            }
            String standard = typed.replace(' ', 'T');
            return standard.matches(".*(Z|[+-][0-9]{2}:[0-9]{2})")
                    ? OffsetDateTime.parse(standard).toInstant()
                    : LocalDateTime.parse(standard).atZone(now.getZone()).toInstant();
        } catch (DateTimeException | ArithmeticException malformed) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a time such as 18:00, +2h or 2026-12-01T08:00", malformed);
        }
    }

    /** Years of more than four digits are nobody's plan. */
    private static Instant bounded(Instant moment) {
        if (moment.atOffset(ZoneOffset.UTC).getYear() > LAST_YEAR) {
            throw new DateTimeException("too late");
        }
        return moment;
    }
}
