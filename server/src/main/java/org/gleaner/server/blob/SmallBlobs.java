package org.gleaner.server.blob;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import org.gleaner.core.id.BlobHash;
import org.gleaner.protocol.message.Content;
import org.gleaner.server.disk.OwnerOnly;

/**
 * Many small blobs that are made durable together: disks take a thousand files at once in the time of a few that wait
 * for each other. None is there before {@link #keep} returns. Not thread-safe.
 */
public final class SmallBlobs implements AutoCloseable {
    private static final long SPACE_CHECKED_EVERY = 4 << 20;

    private final BlobStore store;
    private final Map<BlobHash, Path> written = new LinkedHashMap<>();
    private long unchecked = SPACE_CHECKED_EVERY;
    private long bytes;

    SmallBlobs(BlobStore store) {
        this.store = store;
    }

    /** Adds one; nothing happens if it is there already. */
    public void add(BlobHash hash, byte[] content) throws IOException {
        if (written.containsKey(hash)
                || store.doubts().size(hash, content.length).isPresent()) {
            return;
        }
        BlobHash actual = Content.hash(content);
        if (!actual.equals(hash)) {
            throw new BlobProblem(new BlobProblem.Mismatch(hash, actual), content.length);
        }
        unchecked += content.length;
        bytes += content.length;
        if (unchecked >= SPACE_CHECKED_EVERY) {
            store.checkSpace();
            unchecked = 0;
        }
        Path file = store.unfinished(hash);
        written.put(hash, file);
        try (FileChannel channel = OwnerOnly.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer rest = ByteBuffer.wrap(content);
            while (rest.hasRemaining()) {
                channel.write(rest);
            }
        } catch (IOException e) {
            throw store.blobDisk().failed(e, bytes);
        }
    }

    /** Makes all of them durable, then gives them their names. */
    public void keep() throws IOException {
        try {
            store.waiters().all(written.values(), SmallBlobs::force);
            store.keepAll(written);
        } catch (IOException e) {
            throw store.blobDisk().failed(e, bytes);
        }
        if (!written.isEmpty()) {
            store.blobDisk().took(bytes);
        }
        written.clear();
        bytes = 0;
    }

    private static void force(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    /** Removes what was not kept. */
    @Override
    public void close() {
        for (Path file : written.values()) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException ignored) {
                // It goes with those whose uploader never came back.
            }
        }
        written.clear();
    }
}
