package org.gleaner.agent.live;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import org.gleaner.core.id.BlobHash;
import org.gleaner.protocol.message.Content;

/**
 * A copy of a file that may be written at this moment. What is uploaded is the copy, so name and content always agree.
 *
 * @param file the copy
 */
record Snapshot(Path file, BlobHash hash, long size) {
    private static final int BUFFER = 1 << 16;
    private static final int TRIES = 3;

    /**
     * Copies what the file has now. A file that only grows is cut where it ended when we began; one that shrinks under
     * our eyes is copied again. After a few tries the copy is what it is: it is on its way, not a result.
     */
    static Snapshot take(SeekableByteChannel content, Path target) throws IOException {
        Snapshot taken = copy(content, target);
        for (int tries = 1; tries < TRIES && content.size() < taken.size(); tries++) {
            taken = copy(content, target);
        }
        return taken;
    }

    private static Snapshot copy(SeekableByteChannel content, Path target) throws IOException {
        MessageDigest sha256 = Content.sha256();
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
        long end = content.size();
        long size = 0;
        content.position(0);
        try (OutputStream out = Files.newOutputStream(target)) {
            while (size < end) {
                buffer.clear().limit((int) Math.min(BUFFER, end - size));
                int read = content.read(buffer);
                if (read < 0) {
                    break;
                }
                sha256.update(buffer.array(), 0, read);
                out.write(buffer.array(), 0, read);
                size += read;
            }
        }
        return new Snapshot(target, Content.finish(sha256), size);
    }
}
