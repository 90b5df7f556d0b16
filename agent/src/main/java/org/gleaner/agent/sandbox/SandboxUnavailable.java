package org.gleaner.agent.sandbox;

/** This machine can't confine tasks; the message says why, in one line. */
public final class SandboxUnavailable extends Exception {
    private final boolean possible;

    /** @param possible whether a sandbox could exist here, so that it is missing for a reason that can be fixed */
    public SandboxUnavailable(String why, boolean possible) {
        super(why);
        this.possible = possible;
    }

    public boolean isPossible() {
        return possible;
    }
}
