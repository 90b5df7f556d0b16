package org.gleaner.cli.verb;

import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * What the attempts of one task print, passed on as if one had printed it: of a later attempt only what goes beyond
 * what was passed on before. So a pipe gets everything once, also if the first machine was lost halfway. Confined to
 * one thread.
 */
final class Echo {
    private final CRC32 passed = new CRC32();
    private final CRC32 again = new CRC32();
    private long length;
    private long at;
    private boolean differed;

    /** Another attempt begins. */
    void again() {
        at = 0;
        again.reset();
    }

    /** Of the next bytes of the attempt those that are new. */
    byte[] fresh(byte[] bytes) {
        int known = (int) Math.min(bytes.length, length - at);
        if (known > 0) {
            again.update(bytes, 0, known);
            at += known;
            differed |= at == length && again.getValue() != passed.getValue();
        }
        passed.update(bytes, known, bytes.length - known);
        length += bytes.length - known;
        at += bytes.length - known;
        return known == 0 ? bytes : Arrays.copyOfRange(bytes, known, bytes.length);
    }

    /** Whether the attempt, now at its end, printed other things than what was passed on. */
    boolean differs() {
        return differed || at < length;
    }
}
