package org.gleaner.agent.machine;

import java.io.IOException;
import java.util.OptionalLong;

/**
 * What to call the user of this process. In a container it may be a number that no list of users has: the JDK calls it
 * {@code ?} then.
 */
public record UserName(String name, OptionalLong number) {
    private static final String UNKNOWN = "?";

    /** Of this process. */
    public static UserName own() {
        OptionalLong number;
        try {
            number = Machine.ownUser();
        } catch (IOException unreadable) {
            number = OptionalLong.empty();
        }
        return new UserName(System.getProperty("user.name", UNKNOWN), number);
    }

    private boolean isNamed() {
        return !name.isBlank() && !name.equals(UNKNOWN);
    }

    /** In a sentence. */
    public String shown() {
        if (isNamed()) {
            return name;
        }
        return number.isPresent() ? "user " + number.getAsLong() : "the agent's user";
    }

    /** Where somebody types it, as the word of a command. */
    public String typed() {
        if (isNamed()) {
            return name;
        }
        return number.isPresent() ? Long.toString(number.getAsLong()) : "YOU";
    }
}
