package org.gleaner.protocol.message;

import java.util.Base64;

/**
 * A piece of what an attempt printed.
 *
 * @param offset of its first byte
 * @param data in Base64
 */
public record LogPiece(long offset, String data) {
    public static LogPiece of(long offset, byte[] bytes) {
        return new LogPiece(offset, Base64.getEncoder().encodeToString(bytes));
    }

    public LogPiece {
        if (offset < 0) {
            throw new IllegalArgumentException("a piece of a log can't begin at " + offset);
        }
    }

    /** Throws an {@link IllegalArgumentException} if it is no Base64. */
    public byte[] bytes() {
        return Base64.getDecoder().decode(data);
    }
}
