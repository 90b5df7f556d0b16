package org.gleaner.core.node;

import java.time.Duration;
import java.util.Locale;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.job.MemorySize;

/** An attempt that a node says it has. */
public record Held(AttemptId attempt, State state, Duration cpu, MemorySize memory) {
    /** How far the node has come with it. */
    public enum State {
        /** Received, not started. */
        QUEUED,
        RUNNING,
        /** Started, and standing still while somebody needs the machine. */
        SUSPENDED,
        /** Ended; the node keeps the result until its commit is answered. */
        FINISHED;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public static Held of(AttemptId attempt, State state) {
        return new Held(attempt, state, Duration.ZERO, MemorySize.ZERO);
    }
}
