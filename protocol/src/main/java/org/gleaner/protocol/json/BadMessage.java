package org.gleaner.protocol.json;

import java.io.IOException;

/** A message that is not JSON, or not the JSON that was expected. Its text is meant for people. */
public final class BadMessage extends IOException {
    private final String path;
    private final String why;

    public BadMessage(String path, String why) {
        super((path.isEmpty() ? "The message" : "The field " + path) + " can't be used: " + why + ".");
        this.path = path;
        this.why = why;
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
