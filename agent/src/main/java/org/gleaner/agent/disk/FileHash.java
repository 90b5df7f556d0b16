package org.gleaner.agent.disk;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import org.gleaner.core.id.BlobHash;
import org.gleaner.protocol.message.Content;

/** The name of a file's content. */
public final class FileHash {
    private static final int BUFFER = 1 << 16;

    private FileHash() {}

    public static BlobHash of(Path file) throws IOException {
        MessageDigest digest = Content.sha256();
        byte[] buffer = new byte[BUFFER];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
            }
        }
        return Content.finish(digest);
    }
}
