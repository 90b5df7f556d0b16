package org.gleaner.core.observer;

import java.time.Duration;

/**
 * What an agent says of its stay: it begins with the agent, outlives the agent's own update and ends with it.
 *
 * @param id a random word of its own; empty if the agent is too old to say
 * @param lasted how long it has lasted
 */
public record Stay(String id, Duration lasted) {
    private static final int LONGEST = 64;

    public static final Stay UNKNOWN = new Stay("", Duration.ZERO);

    public Stay {
        if (id.length() > LONGEST || lasted.isNegative()) {
            throw new IllegalArgumentException(
                    "a stay has an id of at most " + LONGEST + " characters and has not lasted less than nothing");
        }
    }

    /** The same stay some time later; a clock that went back adds nothing. */
    public Stay later(Duration passed) {
        return passed.isNegative() ? this : new Stay(id, lasted.plus(passed));
    }
}
