package org.gleaner.cli.verb;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import org.gleaner.client.description.Moment;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.console.CliFailure;
import org.jspecify.annotations.Nullable;

/** The flag that names a moment of the past. */
final class SinceFlag {
    private static final String SINCE = "since";

    private SinceFlag() {}

    static Flag of(String help) {
        return Flag.one(SINCE, "SPAN|DATE", help);
    }

    static @Nullable Instant value(Arguments arguments) throws CliFailure {
        String text = arguments.text(SINCE);
        try {
            return text == null ? null : Moment.past(text, ZonedDateTime.now(ZoneId.systemDefault()));
        } catch (IllegalArgumentException malformed) {
            throw arguments.unusable(SINCE, Arguments.sentence(malformed));
        }
    }
}
