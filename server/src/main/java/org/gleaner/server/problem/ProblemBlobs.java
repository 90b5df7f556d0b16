package org.gleaner.server.problem;

import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.DataOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.job.InputFile;
import org.gleaner.server.blob.BlobProblem;
import org.gleaner.server.blob.BlobStore;
import org.gleaner.server.blob.SmallBlobs;
import org.jspecify.annotations.Nullable;

/**
 * The blobs of one round of a problem. What is put stays pinned until the round is over, so that nothing is swept
 * before a command that names it is durable; unless such a command was asked for, it is removed then. Confined to one
 * thread.
 */
final class ProblemBlobs implements AutoCloseable {
    private static final String UPLOADER = "problem";
    private static final int BUFFER = 1 << 16;
    private static final long SPACE_CHECKED_EVERY = 4 << 20;
    private static final int PIN_TRIES = 100;
    private static final long PIN_PAUSE_MILLIS = 20;

    private final ProblemShelf shelf;
    private final BlobStore blobs;
    private final Path scratch;
    private final List<BlobHash> pinned = new ArrayList<>();
    private final SmallBlobs small;
    private final Map<BlobHash, ProblemShelf.Written> written = new LinkedHashMap<>();
    /** Those that are written and have no name yet. */
    private final Set<BlobHash> unsettled = new LinkedHashSet<>();

    private boolean maybeNamed;

    /** @param scratch a file that may be overwritten */
    ProblemBlobs(ProblemShelf shelf, BlobStore blobs, Path scratch) {
        this.shelf = shelf;
        this.blobs = blobs;
        this.scratch = scratch;
        this.small = blobs.small();
    }

    /** Takes nothing of what the disk keeps free for the rest of the server, whoever says how much there is to come. */
    private final class Sparing extends FilterOutputStream {
        private long unchecked = SPACE_CHECKED_EVERY;

        Sparing(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            unchecked += length;
            if (unchecked >= SPACE_CHECKED_EVERY) {
                blobs.checkSpace(length);
                unchecked = 0;
            }
            out.write(bytes, from, length);
        }
    }

    /** Writes to a stream. */
    interface Writer {
        void write(OutputStream out) throws IOException, HostFailed;
    }

    /** Keeps what is written, however much it is. */
    InputFile put(String name, Writer writer) throws IOException, HostFailed {
        MessageDigest digest = digest();
        try (OutputStream out = new BufferedOutputStream(
                new DigestOutputStream(new Sparing(Files.newOutputStream(scratch)), digest), BUFFER)) {
            writer.write(out);
        }
        long size = Files.size(scratch);
        BlobHash hash = new BlobHash(HexFormat.of().formatHex(digest.digest()));
        try (InputStream in = Files.newInputStream(scratch)) {
            keep(hash, in);
        }
        Files.delete(scratch);
        return new InputFile(name, hash, size, false);
    }

    /** Keeps many together: they are there after {@link #settle}. */
    InputFile put(String name, byte[] content) throws IOException {
        BlobHash hash = new BlobHash(HexFormat.of().formatHex(digest().digest(content)));
        pin(hash);
        if (isNew(hash)) {
            small.add(hash, content);
            unsettled.add(hash);
        }
        return new InputFile(name, hash, content.length, false);
    }

    /** What was put is on disk now. */
    void settle() throws IOException {
        small.keep();
        noteAll();
    }

    private void noteAll() throws IOException {
        for (BlobHash hash : unsettled) {
            note(hash);
        }
        unsettled.clear();
    }

    private void note(BlobHash hash) throws IOException {
        blobs.since(hash).ifPresent(since -> written.put(hash, new ProblemShelf.Written(hash, since)));
    }

    /** What this round wrote; null: it was there before, or others have it. */
    ProblemShelf.@Nullable Written written(InputFile file) {
        return written.get(file.hash());
    }

    /** Whether a command that names what was put is decided, or may still be. */
    void areNamed(boolean maybe) {
        maybeNamed = maybe;
    }

    private void keep(BlobHash hash, InputStream content) throws IOException {
        pin(hash);
        if (isNew(hash)) {
            long unused = blobs.receive(hash, UPLOADER, 0, content);
            note(hash);
        }
    }

    /** Of one that is pinned. Whoever wrote it sees that it is counted on, even when it is no longer pinned. */
    private boolean isNew(BlobHash hash) throws IOException {
        if (blobs.has(hash)) {
            blobs.touch(hash);
            return false;
        }
        return true;
    }

    private void pin(BlobHash hash) throws IOException {
        for (int i = 0; !blobs.pins().pin(List.of(hash)).isEmpty(); i++) {
            // The same content is being deleted at this moment, which takes no longer than that.
            blobs.pins().unpin(List.of(hash));
            if (i == PIN_TRIES || Thread.currentThread().isInterrupted()) {
                throw new Hindrance("blob " + hash + " keeps being deleted");
            }
            pause();
        }
        pinned.add(hash);
    }

    private static void pause() {
        try {
            Thread.sleep(PIN_PAUSE_MILLIS);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    HostProcess.Content open(InputFile file) throws IOException {
        return new HostProcess.Content(Channels.newInputStream(blobs.open(file.hash(), 0)), file.size());
    }

    HostProcess.Content open(ResultFile file) throws IOException {
        String inline = file.inline();
        if (inline == null) {
            return new HostProcess.Content(Channels.newInputStream(blobs.open(file.hash(), 0)), file.size());
        }
        byte[] content = Base64.getDecoder().decode(inline);
        return new HostProcess.Content(new ByteArrayInputStream(content), content.length);
    }

    /** Lays the code of a problem where its host finds it: everybody may read it, and only we may write. */
    void lay(List<InputFile> files, Path directory) throws IOException, HostFailed {
        Files.createDirectories(directory);
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        for (InputFile file : files) {
            Path target = directory.resolve(file.path()).normalize();
            if (!target.startsWith(directory)) {
                throw new Hindrance("a file of the problem lies outside: " + file.path());
            }
            Files.createDirectories(target.getParent());
            blobs.checkSpace(file.size());
            try (InputStream in = Channels.newInputStream(blobs.open(file.hash(), 0))) {
                Files.copy(in, target);
            } catch (BlobProblem gone) {
                // Where it is not for good, as a disk is away, a later try finds it.
                throw new HostFailed(
                        "The server no longer has " + file.path() + ", which belongs to the code of the problem."
                                + " Submit the problem again.",
                        false);
            }
            Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("r--r--r--"));
            for (Path at = target.getParent(); at != null && at.startsWith(directory); at = at.getParent()) {
                Files.setPosixFilePermissions(at, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
        }
    }

    static DataOutputStream data(OutputStream out) {
        return new DataOutputStream(out);
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Override
    public void close() {
        small.close();
        try {
            // A disk may have become full in the middle of them.
            noteAll();
        } catch (IOException unreadable) {
            unsettled.clear();
        }
        blobs.pins().unpin(pinned);
        pinned.clear();
        if (!maybeNamed) {
            shelf.remove(List.copyOf(written.values()));
        }
    }
}
