package org.gleaner.server.loop;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/** The time by which the server decides and removes what is old. */
@FunctionalInterface
public interface ServerClock extends InstantSource {
    /** Why nothing should be removed by its age now, as the end of a sentence about the server; empty: it may be. */
    default Optional<String> doubt() {
        return Optional.empty();
    }

    /** How far it went ahead at one go within the last day: by so much nothing counts as older yet. */
    default Duration leap() {
        return Duration.ZERO;
    }
}
