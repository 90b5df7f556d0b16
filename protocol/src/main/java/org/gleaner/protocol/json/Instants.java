package org.gleaner.protocol.json;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** Reads instants. Their years have four digits, so all that is read can also be counted in milliseconds and stored. */
public final class Instants {
    /** What to tell whoever wrote something else. */
    public static final String EXPECTED =
            "expected an instant such as 2026-01-31T12:00:00.250Z, of the years 0 to 9999";

    private static final int SECONDS_ONLY = "2026-01-01T00:00:00Z".length();
    private static final int WITH_MILLIS = "2026-01-01T00:00:00.000Z".length();
    static final int LONGEST = WITH_MILLIS + 6;

    private static final Instant FIRST = LocalDateTime.of(0, 1, 1, 0, 0).toInstant(ZoneOffset.UTC);
    private static final Instant END = LocalDateTime.of(10_000, 1, 1, 0, 0).toInstant(ZoneOffset.UTC);

    private Instants() {}

    public static Instant parse(String text) {
        Instant read =
                text.length() == SECONDS_ONLY || text.length() == WITH_MILLIS ? plain(text) : Instant.parse(text);
        if (read.isBefore(FIRST) || !read.isBefore(END)) {
            throw new DateTimeException("a year of more than four digits");
        }
        return read;
    }

    /** The two forms that we write ourselves, read without the formatter: loading that costs a short program dearly. */
    private static Instant plain(String text) {
        if (text.charAt(4) != '-'
                || text.charAt(7) != '-'
                || text.charAt(10) != 'T'
                || text.charAt(13) != ':'
                || text.charAt(16) != ':'
                || text.charAt(text.length() - 1) != 'Z') {
            return Instant.parse(text);
        }
        try {
            int millis = text.length() == WITH_MILLIS ? digits(text, 20, 23) : 0;
            return LocalDateTime.of(
                            digits(text, 0, 4),
                            digits(text, 5, 7),
                            digits(text, 8, 10),
                            digits(text, 11, 13),
                            digits(text, 14, 16),
                            digits(text, 17, 19),
                            millis * 1_000_000)
                    .toInstant(ZoneOffset.UTC);
        } catch (NumberFormatException malformed) {
            throw new DateTimeException("no number", malformed);
        }
    }

    private static int digits(String text, int from, int to) {
        return Integer.parseInt(text, from, to, 10);
    }
}
