package org.gleaner.server.blob;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.gleaner.core.id.BlobHash;
import org.gleaner.server.blob.BlobProblem.Kind;
import org.gleaner.server.disk.OwnerOnly;
import org.jspecify.annotations.Nullable;

/**
 * Uploads of content whose hash its sender does not know. Each has a word, which says how long the content is, and a
 * file from its beginning on, so that it outlives the server; only what became of the finished ones is remembered in
 * memory. Thread-safe.
 */
public final class NamelessUploads {
    /** Unfinished ones of one uploader, with those whose hash is known. */
    public static final int MOST = 1000;

    private static final int REMEMBERED = 10_000;
    private static final char DIVIDER = '-';

    /** @param hash null until it is whole */
    public record Progress(
            long received, long size, @Nullable BlobHash hash) {}

    private final BlobStore store;
    private final Supplier<String> words;
    /** By their files. */
    private final Map<Path, BlobHash> finished = new LinkedHashMap<>();

    /** @param words hexadecimal, each another */
    public NamelessUploads(BlobStore store, Supplier<String> words) {
        this.store = store;
        this.words = words;
    }

    /** Whether this uploader may begin one more. */
    public boolean hasRoom(String uploader) throws IOException {
        return store.arriving().of(uploader).size() < MOST;
    }

    /** Begins one of so many bytes; the value is its word. */
    public String begin(String uploader, long size) throws IOException {
        String word = words.get() + DIVIDER + size;
        try {
            OwnerOnly.open(file(word, uploader), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)
                    .close();
        } catch (IOException e) {
            throw store.blobDisk().failed(e, 0);
        }
        return word;
    }

    /** How far it is; empty if this uploader has none of this word. */
    public Optional<Progress> progress(String word, String uploader) throws IOException {
        Path file = file(word, uploader);
        BlobHash hash = finished(file);
        long size = size(word);
        if (hash != null) {
            return Optional.of(new Progress(size, size, hash));
        }
        try {
            return Optional.of(new Progress(Files.size(file), size, null));
        } catch (NoSuchFileException e) {
            // It may have been finished between the two looks.
            return Optional.ofNullable(finished(file)).map(one -> new Progress(size, size, one));
        }
    }

    /** Goes on where it stopped, which must be this offset. */
    public BlobUpload append(String word, String uploader, long offset) throws IOException {
        return store.appendNameless(file(word, uploader), offset, size(word));
    }

    /** Remembers what became of it, for a sender that did not hear the answer. */
    public synchronized void finish(String word, String uploader, BlobHash hash) {
        finished.put(file(word, uploader), hash);
        if (finished.size() > REMEMBERED) {
            finished.remove(finished.keySet().iterator().next());
        }
    }

    /** Throws away what arrived; content that is whole stays. */
    public void drop(String word, String uploader) throws IOException {
        Path file = file(word, uploader);
        store.takeOver(file);
        if (!Files.deleteIfExists(file) && !forget(file)) {
            throw new BlobProblem(Kind.UNKNOWN, "there is no such upload", 0);
        }
    }

    /** Nothing of this uploader's goes on, with a name or without, and nobody is told what became of it. */
    public void forget(String uploader) throws IOException {
        store.abandon(uploader);
        synchronized (this) {
            finished.keySet().removeIf(file -> PartialFiles.isOf(file, uploader));
        }
    }

    private synchronized boolean forget(Path file) {
        return finished.remove(file) != null;
    }

    private synchronized @Nullable BlobHash finished(Path file) {
        return finished.get(file);
    }

    private Path file(String word, String uploader) {
        return store.arriving().file(word, uploader);
    }

    /** Its form was looked at before. */
    private static long size(String word) {
        return Long.parseLong(word.substring(word.indexOf(DIVIDER) + 1));
    }
}
