package org.gleaner.agent;

import org.gleaner.protocol.http.Trouble;

/** The agent can't run, in three lines for people, with the exit code that belongs to it. */
public final class AgentFailed extends Exception {
    private final transient Trouble trouble;
    private final int exitCode;

    AgentFailed(Trouble trouble, int exitCode) {
        super(trouble.what());
        this.trouble = trouble;
        this.exitCode = exitCode;
    }

    public Trouble trouble() {
        return trouble;
    }

    public int exitCode() {
        return exitCode;
    }
}
