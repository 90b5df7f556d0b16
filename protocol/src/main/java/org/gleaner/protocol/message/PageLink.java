package org.gleaner.protocol.message;

import java.time.Duration;
import java.util.regex.Pattern;

/**
 * Opens the page logged in, once.
 *
 * @param word stands for a token that the page gets for it
 * @param lifetime for how long it works
 */
public record PageLink(String word, Duration lifetime) {
    private static final Pattern WORD = Pattern.compile("[0-9a-f]{32}");

    public PageLink {
        if (!WORD.matcher(word).matches()) {
            throw new IllegalArgumentException("the word of a link is 32 hexadecimal digits");
        }
    }

    /** Without the word, so that it can be logged. */
    @Override
    public String toString() {
        return "PageLink[" + lifetime + "]";
    }
}
