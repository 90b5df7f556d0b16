package org.gleaner.core.attempt;

import java.time.Instant;
import org.gleaner.core.attempt.AttemptReport.Usage;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.jspecify.annotations.Nullable;

/**
 * What ran where, without its files. While it is live it has no end.
 *
 * @param partials how many files it left before it ended, as far as they are kept
 */
public record PastAttempt(
        AttemptId attempt,
        String job,
        String type,
        Owner owner,
        NodeId node,
        String nodeName,
        Instant assigned,
        @Nullable End end,
        int partials) {

    /** @param line what its failure is known by; empty for any other ending */
    public record End(Instant at, Outcome cause, int exitCode, Usage usage, String line) {}
}
