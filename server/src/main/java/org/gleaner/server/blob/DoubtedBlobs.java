package org.gleaner.server.blob;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.gleaner.core.id.BlobHash;
import org.gleaner.protocol.message.Content;
import org.gleaner.server.blob.BlobProblem.Kind;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a blob that somebody doubts is still what its name says. Its content alone decides: whoever doubts may be
 * wrong or lie. What is damaged is set aside, and from then on it is missing like any other that is not there. Blobs
 * are read one at a time, in a thread of their own, and one that was whole is believed for a while. Thread-safe.
 */
public final class DoubtedBlobs {
    private static final Logger LOG = LoggerFactory.getLogger(DoubtedBlobs.class);

    /** However often it is doubted meanwhile. */
    static final Duration BELIEVED = Duration.ofMinutes(10);

    private static final int MOST_BELIEVED = 10_000;
    private static final int MOST_WAITING = 16;
    /** Callers are few threads, and a large blob takes minutes: who still doubts it asks again. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final BlobStore store;
    private final LongSupplier nanoTime;
    private final Executor reader;
    /** Since when each was known to be whole, the oldest first; guarded by itself. */
    private final Map<BlobHash, Long> whole = new LinkedHashMap<>();
    /** Guarded by itself. */
    private final Map<BlobHash, CompletableFuture<Boolean>> underWay = new HashMap<>();

    DoubtedBlobs(BlobStore store, LongSupplier nanoTime) {
        this.store = store;
        this.nanoTime = nanoTime;
        ThreadPoolExecutor one =
                new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MOST_WAITING), task -> {
                    Thread thread = new Thread(task, "doubted-blobs");
                    thread.setDaemon(true);
                    return thread;
                });
        one.allowCoreThreadTimeOut(true);
        this.reader = one;
    }

    /** The size of a blob that is there. If it should have another size, it counts as there only if it is whole. */
    public OptionalLong size(BlobHash hash, long told) throws IOException {
        OptionalLong size = store.size(hash);
        return size.isEmpty() || size.getAsLong() == told || isWhole(hash) ? size : OptionalLong.empty();
    }

    /** Whether it is there with the content that its name stands for; one with another is set aside. */
    public boolean isWhole(BlobHash hash) throws IOException {
        if (!store.has(hash) || isBelieved(hash)) {
            return store.has(hash);
        }
        try {
            return check(hash).get(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | RejectedExecutionException busy) {
            throw new BlobProblem(Kind.UNUSABLE, "it is still checking whether files are damaged", 0);
        } catch (ExecutionException failed) {
            throw new IOException("the blob " + hash + " can't be checked", failed.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** Reads a blob whose end comes only if all of it was what its name says. */
    public InputStream open(BlobHash hash) throws IOException {
        return new Compared(hash, Channels.newInputStream(store.open(hash, 0)));
    }

    private boolean isBelieved(BlobHash hash) {
        synchronized (whole) {
            Long since = whole.get(hash);
            return since != null && nanoTime.getAsLong() - since < BELIEVED.toNanos();
        }
    }

    private void believe(BlobHash hash) {
        synchronized (whole) {
            whole.remove(hash);
            whole.put(hash, nanoTime.getAsLong());
            if (whole.size() > MOST_BELIEVED) {
                whole.remove(whole.keySet().iterator().next());
            }
        }
    }

    private CompletableFuture<Boolean> check(BlobHash hash) {
        synchronized (underWay) {
            CompletableFuture<Boolean> other = underWay.get(hash);
            if (other != null) {
                return other;
            }
            CompletableFuture<Boolean> mine = new CompletableFuture<>();
            reader.execute(() -> {
                try {
                    mine.complete(isSound(hash));
                } catch (IOException | RuntimeException failed) {
                    mine.completeExceptionally(failed);
                } finally {
                    synchronized (underWay) {
                        underWay.remove(hash);
                    }
                }
            });
            underWay.put(hash, mine);
            return mine;
        }
    }

    private boolean isSound(BlobHash hash) throws IOException {
        BasicFileAttributes before = store.attributes(hash).orElse(null);
        if (before == null) {
            return false;
        }
        // Open until the end, so that no other file gets its number.
        try (InputStream in = Channels.newInputStream(store.open(hash, 0))) {
            MessageDigest digest = Content.sha256();
            byte[] buffer = new byte[1 << 16];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
            }
            if (Content.finish(digest).equals(hash)) {
                believe(hash);
                return true;
            }
            if (store.setAside(hash, before.fileKey())) {
                LOG.atError()
                        .addKeyValue("blob", hash)
                        .log("a file of jobs is damaged; moved it to blobs/damaged, so it counts as missing");
            }
            return store.has(hash);
        }
    }

    /** Not thread-safe. */
    private final class Compared extends FilterInputStream {
        private final BlobHash hash;
        private final MessageDigest digest = Content.sha256();
        private boolean ended;

        Compared(BlobHash hash, InputStream content) {
            super(content);
            this.hash = hash;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int read = super.read(into, offset, length);
            if (read > 0) {
                digest.update(into, offset, read);
            } else if (read < 0 && !ended) {
                ended = true;
                BlobHash actual = Content.finish(digest);
                if (!actual.equals(hash)) {
                    boolean unused = isWhole(hash);
                    throw new BlobProblem(new BlobProblem.Mismatch(hash, actual), 0);
                }
            }
            return read;
        }

        @Override
        public long skip(long count) {
            throw new UnsupportedOperationException("all of it is read");
        }

        @Override
        public boolean markSupported() {
            return false;
        }
    }
}
