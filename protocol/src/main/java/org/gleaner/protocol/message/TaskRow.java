package org.gleaner.protocol.message;

import java.time.Instant;
import java.util.List;
import org.gleaner.core.attempt.AttemptReport.Usage;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.TaskState;
import org.jspecify.annotations.Nullable;

/**
 * Where one task stands.
 *
 * @param attempts how many were made
 * @param partials the numbers of those that left files before they ended, as far as these are kept
 * @param last the accepted attempt, else the oldest that lives, else the youngest; none if the task was never tried
 */
public record TaskRow(
        int task,
        TaskState state,
        int attempts,
        List<Integer> partials,
        @Nullable LastAttempt last) {
    public TaskRow {
        partials = List.copyOf(partials);
    }

    /**
     * @param nodeName the host's name, for people
     * @param ended null while it is live; then {@code cause} is null too
     * @param cause how it ended
     * @param detail one line for people; may be empty
     * @param tail the last lines of standard error; may be empty
     */
    public record LastAttempt(
            int number,
            NodeId node,
            String nodeName,
            Instant assigned,
            @Nullable Instant ended,
            @Nullable Outcome cause,
            int exitCode,
            Usage usage,
            String detail,
            String tail) {}
}
