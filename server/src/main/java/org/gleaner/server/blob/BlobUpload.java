package org.gleaner.server.blob;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import org.gleaner.core.id.BlobHash;
import org.gleaner.protocol.message.Content;
import org.gleaner.server.blob.BlobProblem.Kind;
import org.gleaner.server.disk.OwnerOnly;
import org.jspecify.annotations.Nullable;

/**
 * A blob that is arriving. Closing it before {@link #finish} keeps what arrived, so that its uploader can go on later;
 * content that is wrong or can't be written is thrown away at once. Thread-safe, because a later call of
 * the same uploader may take over while this one waits for bytes that never come.
 */
public final class BlobUpload implements AutoCloseable {
    private static final int BUFFER = 1 << 16;
    private static final long SPACE_CHECKED_EVERY = 4 << 20;

    private final BlobStore store;
    /** What it shall be; null: whatever it turns out to be. */
    private final @Nullable BlobHash hash;

    private final Path file;
    private final FileChannel channel;
    private final boolean resumable;
    private MessageDigest digest = Content.sha256();
    private long received;
    private long spaceCheckedAt;
    private long announced;
    private boolean takenOver;
    private boolean over;
    /** Whether the digest has seen all that is here. */
    private boolean digested;

    private @Nullable BlobHash found;

    private BlobUpload(BlobStore store, @Nullable BlobHash hash, Path file, FileChannel channel, boolean resumable) {
        this.store = store;
        this.hash = hash;
        this.file = file;
        this.channel = channel;
        this.resumable = resumable;
    }

    static BlobUpload begin(BlobStore store, @Nullable BlobHash hash, Path file, boolean resumable) throws IOException {
        try {
            FileChannel channel =
                    OwnerOnly.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            return new BlobUpload(store, hash, file, channel, resumable);
        } catch (IOException e) {
            throw store.blobDisk().failed(e, 0);
        }
    }

    /**
     * Starts at this offset, which must be where the content that is here ends. Of content with a name offset 0 forgets
     * what is here.
     */
    synchronized void continueAt(long offset) throws IOException {
        boolean continued = false;
        try {
            if (offset == 0 && hash != null) {
                channel.truncate(0);
            }
            received = channel.size();
            if (offset != received) {
                throw new BlobProblem(Kind.WRONG_OFFSET, received + " bytes of this blob have arrived", received);
            }
            readBeginning();
            spaceCheckedAt = received;
            digested = true;
            continued = true;
        } finally {
            if (!continued) {
                close();
            }
        }
    }

    private void readBeginning() throws IOException {
        MessageDigest known = store.beginnings().take(file, received);
        if (known != null) {
            digest = known;
            channel.position(received);
            return;
        }
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
        while (channel.read(buffer) >= 0) {
            buffer.flip();
            digest.update(buffer);
            buffer.clear();
        }
    }

    /** Takes all remaining bytes of the buffer. */
    public synchronized void write(ByteBuffer content) throws IOException {
        checkMine();
        digest.update(content.duplicate());
        try {
            while (content.hasRemaining()) {
                received += channel.write(content);
            }
            if (received - spaceCheckedAt >= SPACE_CHECKED_EVERY) {
                spaceCheckedAt = received;
                store.checkSpaceFor(received);
            }
        } catch (IOException e) {
            discard();
            throw e instanceof BlobProblem ? e : store.blobDisk().failed(e, received + content.remaining());
        }
    }

    /** How many bytes of the blob there will be, as its uploader says; less than are here: it does not say. */
    synchronized void announce(long size) {
        announced = size;
    }

    /** How many more bytes it will take. */
    synchronized long expected() {
        return over ? 0 : Math.max(0, announced - received);
    }

    /** How many bytes of the blob are here. */
    public synchronized long received() {
        return received;
    }

    /** Whether its uploader has sent all of it; content with a name is compared with that instead. */
    public synchronized boolean isWhole() {
        return hash != null || received == announced;
    }

    /** Its name, as found out when it was finished. */
    public synchronized BlobHash hash() {
        if (found == null) {
            throw new IllegalStateException("the upload is not finished");
        }
        return found;
    }

    /** Compares what arrived with its name, if it has one, and makes it durable; the value is the blob's size. */
    public synchronized long finish() throws IOException {
        checkMine();
        BlobHash actual = Content.finish(digest);
        if (hash != null && !actual.equals(hash)) {
            discard();
            throw new BlobProblem(new BlobProblem.Mismatch(hash, actual), received);
        }
        try {
            channel.force(true);
            channel.close();
            store.keep(file, actual);
            found = actual;
        } catch (IOException e) {
            discard();
            throw store.blobDisk().failed(e, received);
        }
        store.blobDisk().took(received);
        end();
        return received;
    }

    private void checkMine() throws BlobProblem {
        if (takenOver) {
            throw new BlobProblem(Kind.TAKEN_OVER, "another call has taken over the upload", received);
        }
        if (over) {
            throw new IllegalStateException("the upload is over");
        }
    }

    /** Ends this upload in favour of a later one of the same uploader. */
    synchronized void takeOver() throws IOException {
        takenOver = true;
        if (!over) {
            pause();
            end();
        }
    }

    private void pause() throws IOException {
        if (hash == null && channel.isOpen()) {
            // Nobody can compare it with its name later on, so what is told to have arrived must stay as it is.
            channel.force(false);
        }
        channel.close();
        if (resumable && digested) {
            store.beginnings().keep(file, digest, received);
        }
    }

    private void discard() throws IOException {
        try {
            channel.close();
            Files.deleteIfExists(file);
        } finally {
            end();
        }
    }

    private void end() {
        over = true;
        store.closed(file, this);
    }

    /** Throws away what arrived: it can't be trusted to be the beginning of this blob. */
    public synchronized void abandon() throws IOException {
        if (!over) {
            discard();
        }
    }

    @Override
    public synchronized void close() throws IOException {
        if (!over) {
            pause();
            // Before the end, after which another upload may use the name.
            if (!resumable || (received == 0 && hash != null)) {
                Files.deleteIfExists(file);
            }
            end();
        }
    }
}
