package org.gleaner.core.id;

/** A number that is the same for the same texts in the same order (FNV-1a). No guard against who wants two alike. */
public final class Fingerprint {
    private static final long START = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    private long value = START;

    public Fingerprint add(String text) {
        for (int i = 0; i < text.length(); i++) {
            value = (value ^ text.charAt(i)) * PRIME;
        }
        value = (value ^ 0xff) * PRIME;
        return this;
    }

    public long value() {
        return value;
    }
}
