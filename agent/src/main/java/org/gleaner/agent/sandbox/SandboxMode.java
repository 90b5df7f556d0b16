package org.gleaner.agent.sandbox;

import java.util.Locale;

/** Whether tasks run in a sandbox. */
public enum SandboxMode {
    /** Never. */
    OFF,
    /** Where this machine can do it; where not, the agent says why and runs tasks as its own user. */
    AUTO,
    /** Always: on a machine that can't do it the agent does not start. */
    REQUIRE;

    /** Reads {@code off}, {@code auto} or {@code require}. */
    public static SandboxMode parse(String word) {
        for (SandboxMode mode : values()) {
            if (mode.word().equals(word)) {
                return mode;
            }
        }
        throw new IllegalArgumentException("'" + word + "' is not one of off, auto and require");
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
