package org.gleaner.agent;

import org.gleaner.protocol.http.Trouble;

/** The agent can't run, in three lines for people. */
public final class AgentFailed extends Exception {
    /** Of the program: it was refused, here or by the server. */
    public static final int EXIT_CODE = 3;

    private final transient Trouble trouble;

    AgentFailed(Trouble trouble) {
        super(trouble.what());
        this.trouble = trouble;
    }

    public Trouble trouble() {
        return trouble;
    }
}
