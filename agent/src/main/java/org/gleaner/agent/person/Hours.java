package org.gleaner.agent.person;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * When tasks may run, in the machine's own time: {@code 19-7} every night, {@code 19:30-7,sat,sun} also all day at
 * weekends. The clock on the wall counts, so a night in which the clock is changed is an hour longer or shorter.
 *
 * @param text as it was written
 * @param spans from when to when, every day; one that ends before it begins goes over midnight
 * @param days on which tasks may run all day
 */
public record Hours(String text, List<Span> spans, Set<DayOfWeek> days) {
    private static final Pattern SPAN = Pattern.compile("([0-9]{1,2})(?::([0-9]{2}))?-([0-9]{1,2})(?::([0-9]{2}))?");

    private static final int MOST_PARTS = 20;

    public Hours {
        spans = List.copyOf(spans);
        days = Set.copyOf(days);
    }

    /** From a time to another, the second not included. */
    public record Span(LocalTime from, LocalTime to) {
        boolean contains(LocalTime time) {
            if (from.isBefore(to)) {
                return !time.isBefore(from) && time.isBefore(to);
            }
            return !time.isBefore(from) || time.isBefore(to);
        }
    }

    /** Reads what a person wrote; the exception says what is wrong with it. */
    public static Hours parse(String text) {
        List<Span> spans = new ArrayList<>();
        Set<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
        String[] parts = text.toLowerCase(Locale.ROOT).split(",", MOST_PARTS + 1);
        if (parts.length > MOST_PARTS) {
            throw new IllegalArgumentException("hours have at most " + MOST_PARTS + " parts");
        }
        for (String part : parts) {
            Matcher span = SPAN.matcher(part.strip());
            if (span.matches()) {
                spans.add(new Span(time(span.group(1), span.group(2)), time(span.group(3), span.group(4))));
            } else {
                days.add(day(part.strip()));
            }
        }
        return new Hours(text, spans, days);
    }

    public boolean contains(LocalDateTime time) {
        return days.contains(time.getDayOfWeek()) || spans.stream().anyMatch(span -> span.contains(time.toLocalTime()));
    }

    private static LocalTime time(String hour, @Nullable String minute) {
        try {
            return LocalTime.of(hours(hour), minute == null ? 0 : Integer.parseInt(minute));
        } catch (DateTimeException impossible) {
            throw new IllegalArgumentException(hour + (minute == null ? "" : ":" + minute) + " is not a time of day");
        }
    }

    /** 24 is how many people write the end of a day. */
    private static int hours(String text) {
        int hour = Integer.parseInt(text);
        return hour == 24 ? 0 : hour;
    }

    private static DayOfWeek day(String word) {
        for (DayOfWeek day : DayOfWeek.values()) {
            String name = day.name().toLowerCase(Locale.ROOT);
            if (word.length() >= 3 && name.startsWith(word)) {
                return day;
            }
        }
        throw new IllegalArgumentException("'" + word + "' is neither hours such as 19-7 nor a day such as sat");
    }
}
