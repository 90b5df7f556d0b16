package org.gleaner.agent.disk;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.gleaner.core.id.BlobHash;

/** Names content by its SHA-256. */
public final class FileHash {
    private static final int BUFFER = 1 << 16;

    private FileHash() {}

    public static BlobHash of(Path file) throws IOException {
        MessageDigest digest = digest();
        byte[] buffer = new byte[BUFFER];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
            }
        }
        return hash(digest);
    }

    public static BlobHash of(byte[] content) {
        MessageDigest digest = digest();
        digest.update(content);
        return hash(digest);
    }

    private static BlobHash hash(MessageDigest digest) {
        return new BlobHash(HexFormat.of().formatHex(digest.digest()));
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JVM has SHA-256", impossible);
        }
    }
}
