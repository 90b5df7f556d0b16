package org.gleaner.core.id;

import java.util.regex.Pattern;

/** The SHA-256 of a blob's content in lower-case hexadecimal: its only name. */
public record BlobHash(String hex) implements Comparable<BlobHash> {
    private static final Pattern TEXT = Pattern.compile("[0-9a-f]{64}");

    public BlobHash {
        if (!TEXT.matcher(hex).matches()) {
            throw new IllegalArgumentException("not a SHA-256 in lower-case hexadecimal: '" + hex + "'");
        }
    }

    @Override
    public int compareTo(BlobHash other) {
        return hex.compareTo(other.hex);
    }

    @Override
    public String toString() {
        return hex;
    }
}
