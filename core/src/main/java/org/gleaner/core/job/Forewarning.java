package org.gleaner.core.job;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * A signal that tells a task that its time limit is near, so that it can save what it has.
 *
 * @param signal its name, such as {@code TERM}
 * @param before how long before the limit; if the limit is shorter, at once
 */
public record Forewarning(String signal, Duration before) {
    /** Those that a program may answer in its own way. */
    public static final List<String> SIGNALS = List.of("TERM", "INT", "HUP", "USR1", "USR2");

    public Forewarning {
        if (!SIGNALS.contains(signal)) {
            throw new IllegalArgumentException(
                    "the signal is one of " + String.join(", ", SIGNALS) + ", not '" + signal + "'");
        }
        if (before.isNegative() || before.isZero()) {
            throw new IllegalArgumentException("the signal must come before the time limit");
        }
    }

    /** As people write it: {@code TERM@60s}. */
    public static Forewarning parse(String text) {
        int at = text.indexOf('@');
        if (at < 0) {
            throw new IllegalArgumentException("'" + text + "' does not say when; write for example TERM@60s");
        }
        String name = text.substring(0, at).toUpperCase(Locale.ROOT);
        return new Forewarning(name.startsWith("SIG") ? name.substring(3) : name, Spans.parse(text.substring(at + 1)));
    }
}
