package org.gleaner.protocol.http;

import java.io.IOException;

/** A file of ours failed in the middle of a call: not the server's fault, so it must not look like it. */
final class LocalTrouble extends IOException {
    private final IOException cause;

    LocalTrouble(IOException cause) {
        super(cause);
        this.cause = cause;
    }

    IOException cause() {
        return cause;
    }
}
