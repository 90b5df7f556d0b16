package org.gleaner.protocol.message;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A sign of life.
 *
 * @param version of the program
 * @param time by the server's clock; null: it does not say so, as it is of version 0.1
 * @param warnings what somebody should look after, though calls are served
 */
public record Health(String version, @Nullable Instant time, List<Warning> warnings) {
    public Health {
        warnings = List.copyOf(warnings);
    }

    /**
     * @param code for programs
     * @param what is wrong, as the end of a sentence about the server
     * @param remedy what to do about it
     */
    public record Warning(String code, String what, String remedy) {}
}
