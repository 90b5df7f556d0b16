package org.gleaner.core.message;

import java.util.List;
import java.util.Locale;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;

/** The server's answer to one report of a commit call. */
public record CommitAnswer(AttemptId attempt, Verdict verdict, List<BlobHash> missing) {
    /** What became of the report. */
    public enum Verdict {
        /** Recorded and durable; the node deletes its copy. */
        ACCEPTED,
        /** Settled without it; the node deletes its copy. */
        DISCARD,
        /** The same attempt was already accepted with other content; what stands stays, the node deletes its copy. */
        CONFLICT,
        /** Never assigned to this node; the node deletes its copy. */
        UNKNOWN,
        /** Blobs are not on the server; the node uploads them and commits again. */
        MISSING_BLOBS,
        /**
         * Another report of this task was in the same call, or the server has no room for it; the node commits again.
         */
        LATER;

        /** Whether the node may delete its copy. */
        public boolean isFinal() {
            return this != MISSING_BLOBS && this != LATER;
        }

        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** As many as one answer names; the next commit is told of the others. */
    public static final int MOST_MISSING = 10_000;

    public CommitAnswer {
        missing = List.copyOf(missing);
    }

    public static CommitAnswer of(AttemptId attempt, Verdict verdict) {
        return new CommitAnswer(attempt, verdict, List.of());
    }
}
