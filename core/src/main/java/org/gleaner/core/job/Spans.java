package org.gleaner.core.job;

import java.time.Duration;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Spans of time as people write them. */
public final class Spans {
    private static final Pattern TEXT = Pattern.compile("([0-9]{1,9})(ms|s|m|h|d)");
    private static final Pattern CLOCK = Pattern.compile("([0-9]{1,6})(?::([0-9]{2}))?(?::([0-9]{2}))?");

    private Spans() {}

    /** Reads {@code 500ms}, {@code 20s}, {@code 10m}, {@code 2h} or {@code 7d}. */
    public static Duration parse(String text) {
        Matcher match = TEXT.matcher(text);
        if (!match.matches()) {
            throw new IllegalArgumentException(
                    "not a span of time: '" + text + "'; write for example 500ms, 20s, 10m, 2h or 7d" + habit(text));
        }
        long amount = Long.parseLong(match.group(1));
        return switch (match.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofDays(amount);
        };
    }

    /** How to write here a bare number, or what Slurm takes as hours, minutes and seconds; empty for all else. */
    private static String habit(String text) {
        Matcher clock = CLOCK.matcher(text);
        if (!clock.matches()) {
            return "";
        }
        long first = Long.parseLong(clock.group(1));
        if (clock.group(2) == null) {
            return ". With a unit: " + first + "s, " + first + "m, " + first + "h or " + first + "d";
        }
        long second = Long.parseLong(clock.group(2));
        if (clock.group(3) == null) {
            return ". Instead of " + text + " write " + (first * 60 + second) + "s";
        }
        long seconds = first * 3600 + second * 60 + Long.parseLong(clock.group(3));
        return ". Instead of " + text + " write "
                + (seconds % 3600 == 0 ? seconds / 3600 + "h" : seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s");
    }

    /** The time from one instant to another; nothing if the clock was set back between them. */
    public static Duration between(Instant from, Instant to) {
        return to.isBefore(from) ? Duration.ZERO : Duration.between(from, to);
    }

    /** For people: {@code 3 h 20 min}, {@code 2 h}, {@code 45 s}, {@code 0.3 s}, {@code 20 ms}. */
    public static String text(Duration span) {
        long seconds = span.toSeconds();
        if (seconds == 0 && span.toMillis() > 0 && span.toMillis() < 50) {
            return span.toMillis() + " ms";
        }
        if (seconds < 10) {
            return Math.round(span.toMillis() / 100.0) / 10.0 + " s";
        }
        if (seconds < 120) {
            return seconds + " s";
        }
        if (seconds < 7200) {
            return seconds / 60 + " min";
        }
        if (seconds < 172_800) {
            return text(seconds / 3600 + " h", seconds % 3600 / 60, " min");
        }
        return text(seconds / 86_400 + " d", seconds % 86_400 / 3600, " h");
    }

    private static String text(String whole, long rest, String unit) {
        return rest == 0 ? whole : whole + " " + rest + unit;
    }
}
