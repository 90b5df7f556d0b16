package org.gleaner.core.id;

/** The SHA-256 of a blob's content in lower-case hexadecimal: its only name. */
public record BlobHash(String hex) implements Comparable<BlobHash> {
    private static final int DIGITS = 64;

    public BlobHash {
        if (!isHash(hex)) {
            throw new IllegalArgumentException("not a SHA-256 in lower-case hexadecimal: '" + hex + "'");
        }
    }

    /** Whether the text is a hash as it is written. By hand and not by a pattern, as thousands arrive in one call. */
    public static boolean isHash(String hex) {
        boolean good = hex.length() == DIGITS;
        for (int i = 0; good && i < DIGITS; i++) {
            char digit = hex.charAt(i);
            good = (digit >= '0' && digit <= '9') || (digit >= 'a' && digit <= 'f');
        }
        return good;
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
