package org.gleaner.protocol.message;

import java.util.List;
import org.gleaner.core.attempt.PastAttempt;

/** @param more whether there are older ones: ask again with {@code before} the last of these */
public record PastPage(List<PastAttempt> attempts, boolean more) {
    public PastPage {
        attempts = List.copyOf(attempts);
    }
}
