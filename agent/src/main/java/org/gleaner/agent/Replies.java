package org.gleaner.agent;

import java.time.Duration;
import org.gleaner.protocol.problem.Problem;
import org.jspecify.annotations.Nullable;

/** What the status of a problem means for whether to try again. */
final class Replies {
    private Replies() {}

    /** Overloaded, not ready, disk full, or a gateway that can't reach it: the same call may succeed later. */
    static boolean isTransient(Problem problem) {
        return switch (problem.status()) {
            case 408, 425, 429, 502, 503, 504, 507 -> true;
            default -> false;
        };
    }

    /** Too large, or not what it is said to be: content that the server will never take. */
    static boolean isHopeless(Problem problem) {
        return problem.status() == 413 || problem.status() == 422;
    }

    static @Nullable Duration retryAfter(Problem problem) {
        long seconds = problem.retryAfterSeconds();
        return seconds > 0 ? Duration.ofSeconds(seconds) : null;
    }
}
