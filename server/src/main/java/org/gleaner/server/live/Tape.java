package org.gleaner.server.live;

import java.util.Arrays;

/** The youngest piece of a text that grows. Confined to its owner's lock. */
final class Tape {
    static final int LONGEST = 1 << 18;

    private long base;
    private byte[] bytes = new byte[0];

    long end() {
        return base + bytes.length;
    }

    /** Takes what continues it and leaves out what it has; a piece beyond its end is not what was asked for. */
    void append(long offset, byte[] piece) {
        if (offset > end() || offset + piece.length <= end()) {
            return;
        }
        int skip = (int) (end() - offset);
        byte[] joined = Arrays.copyOf(bytes, bytes.length + piece.length - skip);
        System.arraycopy(piece, skip, joined, bytes.length, piece.length - skip);
        int drop = Math.max(0, joined.length - LONGEST);
        bytes = drop == 0 ? joined : Arrays.copyOfRange(joined, drop, joined.length);
        base += drop;
    }

    /** What it has from here on. If it begins later it begins anew here: its node is asked to send that again. */
    byte[] from(long offset) {
        if (offset < base) {
            base = offset;
            bytes = new byte[0];
        }
        return offset >= end() ? new byte[0] : Arrays.copyOfRange(bytes, (int) (offset - base), bytes.length);
    }
}
