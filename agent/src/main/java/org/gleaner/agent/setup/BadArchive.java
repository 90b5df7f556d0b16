package org.gleaner.agent.setup;

/** An archive that is damaged, of an unknown kind, or wants what none may; the message is one line for people. */
public final class BadArchive extends Exception {
    public BadArchive(String message) {
        super(message);
    }
}
