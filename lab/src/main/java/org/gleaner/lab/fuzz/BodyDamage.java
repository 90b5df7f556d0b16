package org.gleaner.lab.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;

/** Spoils bytes, whatever they are. */
record BodyDamage(Dice dice) {
    private static final int BOMB = 32 << 20;

    void spoil(RequestDraft draft) {
        byte[] body = draft.body;
        draft.hasBody = true;
        switch (dice.below(12)) {
            case 0 -> draft.body = new byte[0];
            case 1 -> draft.body = Arrays.copyOf(body, dice.below(body.length + 1));
            case 2 -> draft.body = join(body, body);
            case 3 -> draft.body = encoded(body, "UTF-16");
            case 4 -> draft.body = encoded(body, dice.oneIn(2) ? "UTF-32BE" : "UTF-32LE");
            case 5 -> draft.body = join(new byte[] {(byte) 0xef, (byte) 0xbb, (byte) 0xbf}, body);
            case 6 -> draft.body = join(new byte[] {0, 0, (byte) 0xfe, (byte) 0xff, 0x7f, 0, 0, 1}, body);
            case 7 -> draft.body = dice.bytes(dice.below(2000));
            case 8 -> {
                draft.header("Content-Encoding", "gzip");
                draft.body = dice.oneIn(2) ? flip(gzip(body)) : gzip(body);
            }
            case 9 -> {
                draft.header("Content-Encoding", "gzip");
                draft.body = gzip(new byte[dice.oneIn(20) ? BOMB : 1 << 16]);
            }
            default -> draft.body = flip(body);
        }
    }

    /** Announces more than it sends, or never ends. */
    void breakOff(RequestDraft draft) {
        draft.answerDue = false;
        if (dice.oneIn(3)) {
            draft.length = dice.oneIn(2) ? "9000000" : "9223372036854775807";
            draft.end = WireRequest.End.ENDLESS;
        } else {
            draft.length = Integer.toString(draft.body.length + 1 + dice.below(100_000));
            draft.end = WireRequest.End.CUT;
        }
    }

    /** The same with some bytes changed, if there are any. */
    byte[] flip(byte[] bytes) {
        byte[] changed = bytes.clone();
        for (int i = 1 + dice.below(4); i > 0 && changed.length > 0; i--) {
            changed[dice.below(changed.length)] = (byte) dice.below(256);
        }
        return changed;
    }

    private static byte[] encoded(byte[] utf8, String charset) {
        return new String(utf8, StandardCharsets.UTF_8).getBytes(Charset.forName(charset));
    }

    private static byte[] join(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    static byte[] gzip(byte[] plain) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(plain);
        } catch (IOException impossible) {
            throw new UncheckedIOException("memory can't fail", impossible);
        }
        return packed.toByteArray();
    }
}
