package org.gleaner.server.route;

import org.gleaner.core.job.MemorySize;
import org.gleaner.protocol.problem.Problem;
import org.gleaner.protocol.problem.ProblemKind;
import org.gleaner.protocol.problem.ShellProblems;
import org.gleaner.server.blob.BlobProblem;
import org.gleaner.server.http.FrontProblems;
import org.gleaner.server.http.Refused;

/** What the blob store refuses, in the words of the protocol. */
final class BlobProblems {
    private BlobProblems() {}

    static Refused refused(BlobProblem problem) {
        return new Refused(
                switch (problem.kind()) {
                    case WRONG_OFFSET -> ShellProblems.badRange(problem.received());
                    case HASH_MISMATCH ->
                        Problem.of(
                                ProblemKind.HASH_MISMATCH,
                                "The content has another SHA-256 than the path names, so it was thrown away.",
                                "Upload it again; if the file changes while it is read, wait until it is complete.");
                    case TOO_LARGE -> ShellProblems.payloadTooLarge(new MemorySize(problem.received()));
                    case NOT_STORED -> FrontProblems.diskFull();
                    case TAKEN_OVER -> FrontProblems.unavailable("another call continues this upload");
                    case UNKNOWN -> FrontProblems.unavailable("the blob is gone");
                });
    }
}
