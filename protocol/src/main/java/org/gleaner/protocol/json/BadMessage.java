package org.gleaner.protocol.json;

import java.io.IOException;

/** A message that is not JSON, or not the JSON that was expected. Its text is meant for people. */
public final class BadMessage extends IOException {
    private final String path;
    private final String why;
    private final boolean contradiction;

    public BadMessage(String path, String why) {
        this(path, why, false);
    }

    private BadMessage(String path, String why, boolean contradiction) {
        super((path.isEmpty() ? "Invalid message: " : "Invalid field " + path + ": ") + why + ".");
        this.path = path;
        this.why = why;
        this.contradiction = contradiction;
    }

    /** Each value is as the description of the interface has it, but they do not go together. */
    public static BadMessage contradiction(String path, String why) {
        return new BadMessage(path, why, true);
    }

    /** Whether its values are fine one by one. */
    public boolean isContradiction() {
        return contradiction;
    }

    /** Where, as a JSON pointer such as {@code /reports/3/attempt}; empty for the whole message. */
    public String path() {
        return path;
    }

    /** What is wrong there and what is expected instead. */
    public String why() {
        return why;
    }

    /** It is an answer to somebody's input, not a defect of ours, and input is cheap to send: no stack is recorded. */
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
