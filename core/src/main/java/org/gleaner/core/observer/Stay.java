package org.gleaner.core.observer;

import java.time.Duration;
import java.util.regex.Pattern;

/**
 * What an agent says of its stay: it begins with the agent, outlives the agent's own update and ends with it.
 *
 * @param id a random word of its own; empty if the agent is too old to say
 * @param lasted how long it has lasted
 */
public record Stay(String id, Duration lasted) {
    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9._-]{0,64}");
    /** Nothing lasted longer; it also keeps what an agent says within the range of instants. */
    private static final Duration LONGEST = Duration.ofDays(36_525);

    public static final Stay UNKNOWN = new Stay("", Duration.ZERO);

    public Stay {
        if (!WORD.matcher(id).matches()) {
            throw new IllegalArgumentException("the id of a stay is at most 64 letters, digits, dots and dashes");
        }
        if (lasted.isNegative() || lasted.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("a stay lasts from nothing to a hundred years, not " + lasted);
        }
    }

    /** The same stay some time later; a clock that went back adds nothing. */
    public Stay later(Duration passed) {
        return passed.isNegative() ? this : new Stay(id, lasted.plus(passed));
    }
}
