package org.gleaner.cli.verb;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import org.gleaner.core.job.Spans;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.console.CliFailure;
import org.jspecify.annotations.Nullable;

/** A moment of the past as people write it: how long ago, a day by the clock on their wall, or an instant. */
final class Moment {
    private static final String SINCE = "since";

    private Moment() {}

    static Flag since(String help) {
        return Flag.one(SINCE, "SPAN|DATE", help);
    }

    static @Nullable Instant since(Arguments arguments) throws CliFailure {
        String text = arguments.text(SINCE);
        try {
            return text == null ? null : parse(text, Instant.now(), ZoneId.systemDefault());
        } catch (IllegalArgumentException malformed) {
            throw arguments.unusable(SINCE, Arguments.sentence(malformed));
        }
    }

    static Instant parse(String text, Instant now, ZoneId zone) {
        try {
            if (text.indexOf('-') < 0) {
                return now.minus(Spans.parse(text));
            }
            return text.indexOf('T') < 0
                    ? LocalDate.parse(text).atStartOfDay(zone).toInstant()
                    : Instant.parse(text);
        } catch (DateTimeException | ArithmeticException malformed) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no time; write for example 2h, 7d, 2026-11-16 or 2026-11-16T08:00:00Z",
                    malformed);
        }
    }
}
