package org.gleaner.protocol.http;

import org.gleaner.protocol.problem.Problem;
import org.gleaner.protocol.problem.ProblemKind;
import org.jspecify.annotations.Nullable;

/** A call that did not succeed, in words for people and with the exit code that belongs to it. */
public final class CallFailed extends Exception {
    private static final int UNREACHABLE = 4;

    private final Trouble trouble;
    private final transient @Nullable Problem problem;

    CallFailed(Problem problem) {
        super(problem.detail());
        this.problem = problem;
        this.trouble = new Trouble(problem.title() + ".", problem.detail(), problem.remedy());
    }

    CallFailed(Trouble trouble) {
        super(trouble.what());
        this.problem = null;
        this.trouble = trouble;
    }

    /** What happened, why, what to do next. */
    public Trouble trouble() {
        return trouble;
    }

    /** The server's own words; null if it could not be reached. */
    public @Nullable Problem problem() {
        return problem;
    }

    /** Whether there is no server to ask at the moment, so that the same call may succeed later. */
    public boolean isAway() {
        return exitCode() == UNREACHABLE;
    }

    /**
     * Whether the same call may succeed within seconds, without anybody's help. A full disk says no for the time being,
     * too, but somebody has to make room, who must know.
     */
    public boolean passes() {
        return isAway() && (problem == null || !problem.is(ProblemKind.DISK_FULL));
    }

    public int exitCode() {
        return problem == null ? UNREACHABLE : problem.exitCode();
    }
}
