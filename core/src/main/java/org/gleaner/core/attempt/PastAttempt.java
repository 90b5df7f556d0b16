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
 * @param resumed with whose files it began; null: with those of its job alone
 * @param partials how many files it sent before it ended, as far as they are kept
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
        @Nullable Resumed resumed,
        int partials) {

    /**
     * That it was to go on where an earlier attempt of its task had stopped.
     *
     * @param from the number of that attempt
     * @param laid whether its files could be had; else it began anew
     */
    public record Resumed(int from, boolean laid) {}

    /** @param line what its failure is known by; empty for any other ending */
    public record End(Instant at, Outcome cause, int exitCode, Usage usage, String line) {}
}
