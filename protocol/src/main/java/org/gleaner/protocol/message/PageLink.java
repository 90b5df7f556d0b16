package org.gleaner.protocol.message;

import java.time.Duration;

/**
 * Opens the page logged in, once.
 *
 * @param word stands for a token that the page gets for it
 * @param lifetime for how long it works
 */
public record PageLink(String word, Duration lifetime) {
    /** Without the word, so that it can be logged. */
    @Override
    public String toString() {
        return "PageLink[" + lifetime + "]";
    }
}
