package org.gleaner.server.blob;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.gleaner.protocol.thread.Vigil;

/**
 * Threads that wait for the disk at the same time: a file system with a journal writes that once for all who wait, and
 * once for each who comes alone. Thread-safe.
 */
final class DiskWaiters {
    /** More of them were no faster. */
    private static final int MOST = 16;

    /** What waits for them is bounded by the files that come in one call or round. */
    private final ThreadPoolExecutor threads =
            new ThreadPoolExecutor(MOST, MOST, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>(), Vigil.daemon("disk"));

    DiskWaiters() {
        threads.allowCoreThreadTimeOut(true);
    }

    /** Makes one file durable. */
    @FunctionalInterface
    interface Forcing {
        void force(Path file) throws IOException;
    }

    /** Returns when all are durable; throws when one is not, and nobody is at any of them any more. */
    void all(Collection<Path> files, Forcing forcing) throws IOException {
        if (files.size() == 1) {
            forcing.force(files.iterator().next());
            return;
        }
        CompletableFuture<?>[] waiting = files.stream()
                .map(file -> CompletableFuture.runAsync(() -> force(file, forcing), threads))
                .toArray(CompletableFuture<?>[]::new);
        try {
            CompletableFuture.allOf(waiting).join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof UncheckedIOException told) {
                throw new IOException(told.getMessage(), told);
            }
            throw failed;
        }
    }

    private static void force(Path file, Forcing forcing) {
        try {
            forcing.force(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
