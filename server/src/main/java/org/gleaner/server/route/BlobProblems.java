package org.gleaner.server.route;

import org.gleaner.protocol.problem.ShellProblems;
import org.gleaner.server.blob.BlobProblem;
import org.gleaner.server.http.FrontProblems;
import org.gleaner.server.http.Refused;

/** What the blob store refuses, in the words of the protocol. */
final class BlobProblems {
    private BlobProblems() {}

    static Refused refused(BlobProblem problem) {
        BlobProblem.Mismatch mismatch = problem.mismatch();
        if (mismatch != null) {
            return new Refused(ShellProblems.hashMismatch(mismatch.expected(), mismatch.actual()));
        }
        return new Refused(
                switch (problem.kind()) {
                    case WRONG_OFFSET -> ShellProblems.badRange(problem.received());
                    case NOT_STORED -> FrontProblems.diskFull();
                    case UNUSABLE -> FrontProblems.unavailable(String.valueOf(problem.getMessage()));
                    case TAKEN_OVER -> FrontProblems.unavailable("another call has taken over this upload");
                    case UNKNOWN -> FrontProblems.unavailable("the blob is gone");
                    case HASH_MISMATCH -> throw new IllegalStateException("a mismatch without its hashes");
                });
    }
}
