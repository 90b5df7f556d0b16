package org.gleaner.server.http;

import java.io.IOException;
import org.gleaner.core.grid.Rejection;
import org.gleaner.protocol.problem.Problem;
import org.gleaner.protocol.wording.RejectionWords;

/**
 * A problem on its way to the caller. It is thrown, so that readers of bodies stop at once; it answers somebody's input
 * and is no defect of ours, so it records no stack.
 */
public final class Refused extends IOException {
    private final transient Problem problem;

    public Refused(Problem problem) {
        super(problem.detail());
        this.problem = problem;
    }

    public static Refused of(Rejection rejection) {
        return new Refused(RejectionWords.problem(rejection));
    }

    public Problem problem() {
        return problem;
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
