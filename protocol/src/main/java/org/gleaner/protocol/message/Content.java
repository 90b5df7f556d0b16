package org.gleaner.protocol.message;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.BlobHash;

/** Bytes and the hash that names them. */
public final class Content {
    /** Inline content of one message; beyond it even small files travel as blobs. */
    public static final int MOST_INLINE = 1 << 18;

    private static final char[] DIGITS = "0123456789abcdef".toCharArray();
    /** Most of what short tasks print. */
    private static final BlobHash EMPTY = named(sha256().digest());

    private Content() {}

    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    public static BlobHash hash(byte[] content) {
        return content.length == 0 ? EMPTY : named(sha256().digest(content));
    }

    /** The hash that a finished digest stands for. */
    public static BlobHash finish(MessageDigest sha256) {
        return named(sha256.digest());
    }

    private static BlobHash named(byte[] digest) {
        char[] hex = new char[2 * digest.length];
        for (int i = 0; i < digest.length; i++) {
            hex[2 * i] = DIGITS[(digest[i] >> 4) & 0xf];
            hex[2 * i + 1] = DIGITS[digest[i] & 0xf];
        }
        return new BlobHash(new String(hex));
    }

    /** A small result that travels inside its message. */
    public static ResultFile inline(String path, byte[] content, boolean executable) {
        return new ResultFile(
                path,
                hash(content),
                content.length,
                executable,
                Base64.getEncoder().encodeToString(content));
    }

    /** The bytes of inline content; it was compared with its hash when it was read from the wire. */
    public static byte[] inlineBytes(ResultFile file) {
        String inline = file.inline();
        if (inline == null) {
            throw new IllegalArgumentException("the file " + file.path() + " is not inline; fetch its blob");
        }
        return Base64.getDecoder().decode(inline);
    }
}
