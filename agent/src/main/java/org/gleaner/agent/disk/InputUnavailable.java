package org.gleaner.agent.disk;

/** An input that can't be had, however often one asks. */
public final class InputUnavailable extends Exception {
    public InputUnavailable(String message) {
        super(message);
    }
}
