package org.gleaner.agent.sandbox;

/** This machine can't confine tasks; the message says why, in one line. */
public final class SandboxUnavailable extends Exception {
    public SandboxUnavailable(String why) {
        super(why);
    }
}
