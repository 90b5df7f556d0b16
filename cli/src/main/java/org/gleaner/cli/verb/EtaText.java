package org.gleaner.cli.verb;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.core.job.Spans;
import org.jspecify.annotations.Nullable;

/** Times to come, as people say them, by the clock on their wall. */
record EtaText(Instant now, ZoneId zone) {
    /** Nothing can be said. */
    static final String UNKNOWN = "?";

    /** It should be done by now; in a column. */
    static final String NOW = "now";

    /** The same in a sentence: within the range that follows, it may also be a while. */
    private static final String ANY_MOMENT = "any moment now";

    /** What is over by then is told to the second. */
    private static final Duration SOON = Duration.ofMinutes(10);

    private static final DateTimeFormatter SECOND = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("EEE HH:mm", Locale.ROOT);
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT);

    /** In so many days from now a day of the week may mean another week. */
    private static final int WEEK = 6;

    static EtaText here() {
        return new EtaText(Instant.now(), ZoneId.systemDefault());
    }

    /** By the server's clock, which all times of a forecast are by; null: it does not tell. */
    static EtaText by(@Nullable Instant now) {
        return now == null ? here() : new EtaText(now, ZoneId.systemDefault());
    }

    /** Such as {@code ~2 h 10 min}. */
    String in(Forecast.@Nullable Span span) {
        Instant at = span == null ? null : span.p50();
        return at == null ? UNKNOWN : at.isAfter(now) ? "~" + left(at) : NOW;
    }

    /**
     * Such as {@code Tue 14:20 (in 2 h 10 min; 13:40 to 16:05)}.
     *
     * @param certain whether it is known how certain it is
     */
    String text(Forecast.@Nullable Span span, boolean certain) {
        if (span == null) {
            return UNKNOWN;
        }
        Instant middle = span.p50();
        if (middle == null) {
            Instant early = span.p10();
            return early == null ? UNKNOWN : "more than a year (at best " + day(early) + ")";
        }
        String when = middle.isAfter(now) ? "in " + left(middle) : ANY_MOMENT;
        String at = isSoon(span) ? SECOND.format(middle.atZone(zone)) : day(middle);
        return at + " (" + when + (certain ? "; " + interval(span, middle) : "; a first guess") + ")";
    }

    /** Such as {@code Tue 14:20 (in 2 h 10 min)}. */
    String middle(Forecast.@Nullable Span span) {
        Instant at = span == null ? null : span.p50();
        if (at == null) {
            return span == null ? UNKNOWN : "never";
        }
        return day(at) + " (" + (at.isAfter(now) ? "in " + left(at) : ANY_MOMENT) + ")";
    }

    /** What a minute more or less would say nothing about. */
    private boolean isSoon(Forecast.Span span) {
        Instant last = span.p90() == null ? span.p50() : span.p90();
        return last != null && Duration.between(now, last).abs().compareTo(SOON) < 0;
    }

    /** How long it still takes, such as {@code ~2 h 10 min left}: it is late only if hardly anybody expected that. */
    String still(Forecast.Span span) {
        Instant middle = span.p50();
        Instant late = span.p90();
        if (middle == null) {
            return "";
        }
        if (middle.isAfter(now)) {
            return "~" + left(middle) + " left";
        }
        if (late == null) {
            return "";
        }
        return late.isAfter(now) ? "up to " + left(late) + " left" : "longer than expected";
    }

    /** Such as {@code done Tue 18:55 (17:30 to 21:10), deadline Tue 17:00}; the first only if it is known. */
    String against(Forecast.@Nullable Span span, Instant deadline) {
        Instant middle = span == null ? null : span.p50();
        if (span == null || middle == null) {
            return "deadline " + day(deadline);
        }
        boolean certain = !middle.equals(span.p10()) || !middle.equals(span.p90());
        // To the second as the range is, or where minutes would make the two times look equal.
        boolean equal = day(middle).equals(day(deadline));
        boolean fine = equal || (certain && isSoon(span));
        boolean near = Duration.between(now, deadline).abs().compareTo(SOON) < 0;
        return "done " + at(middle, fine) + " (" + (certain ? interval(span, middle) : "a first guess") + "), deadline "
                + at(deadline, equal || (fine && near));
    }

    private String at(Instant time, boolean fine) {
        return fine ? SECOND.format(time.atZone(zone)) : day(time);
    }

    /** When that is, or was. */
    String past(Instant at) {
        return day(at);
    }

    private String interval(Forecast.Span span, Instant middle) {
        Instant early = span.p10();
        Instant late = span.p90();
        if (early != null && late != null && isSoon(span)) {
            return SECOND.format(early.atZone(zone)) + " to " + SECOND.format(late.atZone(zone));
        }
        return (early == null ? day(middle) : beside(early, middle)) + " to "
                + (late == null ? "more than a year" : beside(late, early == null ? middle : early));
    }

    /** The day is said if it is not that of the time before. */
    private String beside(Instant at, Instant other) {
        ZonedDateTime time = at.atZone(zone);
        return time.toLocalDate().equals(other.atZone(zone).toLocalDate()) ? TIME.format(time) : day(at);
    }

    private String day(Instant at) {
        boolean near = Duration.between(now, at).abs().toDays() < WEEK;
        return (near ? DAY : DATE).format(at.atZone(zone));
    }

    private String left(Instant at) {
        return Spans.text(
                Duration.ofSeconds(Math.max(1, Duration.between(now, at).toSeconds())));
    }
}
