package org.gleaner.server.metric;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** How full the data directory's disk is, and how much of it blobs take. Thread-safe. */
public final class DiskUse {
    private static final long AGE = TimeUnit.MINUTES.toNanos(5);

    private final Path data;
    private final Executor workers;
    private final AtomicLong counted = new AtomicLong(System.nanoTime() - AGE);
    private volatile long blobBytes;

    public DiskUse(Path data, Executor workers) {
        this.data = data;
        this.workers = workers;
    }

    /** Bytes that are free; negative if the system does not say. */
    public long free() {
        try {
            return Files.getFileStore(data).getUsableSpace();
        } catch (IOException unknown) {
            return -1;
        }
    }

    /** Bytes of the whole disk; negative if the system does not say. */
    public long total() {
        try {
            return Files.getFileStore(data).getTotalSpace();
        } catch (IOException unknown) {
            return -1;
        }
    }

    /** As counted last: looking at every file takes a while, so it is done aside and at most every few minutes. */
    public long blobs() {
        long last = counted.get();
        long now = System.nanoTime();
        if (now - last >= AGE && counted.compareAndSet(last, now)) {
            try {
                workers.execute(this::count);
            } catch (RejectedExecutionException busy) {
                counted.set(last);
            }
        }
        return blobBytes;
    }

    private void count() {
        try (Stream<Path> files = Files.walk(data.resolve("blobs"))) {
            blobBytes = files.mapToLong(DiskUse::size).sum();
        } catch (IOException | UncheckedIOException vanished) {
            // Files come and go while we look; the next count is right again.
            blobBytes = Math.max(0, blobBytes);
        }
    }

    private static long size(Path file) {
        try {
            return Files.isRegularFile(file) ? Files.size(file) : 0;
        } catch (IOException vanished) {
            return 0;
        }
    }
}
