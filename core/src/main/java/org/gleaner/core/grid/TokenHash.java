package org.gleaner.core.grid;

import org.gleaner.core.id.BlobHash;

/** The SHA-256 of a token. The token itself is known only to its holder. */
public record TokenHash(String hex) implements Comparable<TokenHash> {
    /** How much of a hash people have to write. */
    public static final int SHORT = 8;

    public TokenHash {
        hex = new BlobHash(hex).hex();
    }

    @Override
    public int compareTo(TokenHash other) {
        return hex.compareTo(other.hex);
    }
}
