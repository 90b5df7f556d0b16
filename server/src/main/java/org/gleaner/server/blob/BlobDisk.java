package org.gleaner.server.blob;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileStore;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.gleaner.core.job.MemorySize;
import org.gleaner.protocol.problem.SystemWords;
import org.gleaner.server.blob.BlobProblem.Kind;
import org.jspecify.annotations.Nullable;

/**
 * What is wrong with the disk of blobs, unless it is full: only then does it help to free some space. All are ends of
 * sentences about the server, for anybody: no paths of its machine. Thread-safe.
 */
final class BlobDisk {
    /** Less than this is as good as nothing. */
    private static final long LITTLE = 1L << 20;

    private static final Duration TOLD = Duration.ofMinutes(10);
    private static final String NO_DESCRIPTOR = "Too many open files";

    private final Path partial;
    private final InstantSource clock;
    /** What it refused last, until it takes as much. */
    private volatile @Nullable Refused refused;

    private record Refused(String why, long bytes, Instant at) {}

    /** @param partial the folder in which blobs arrive; it is there as long as the others are */
    BlobDisk(Path partial, InstantSource clock) {
        this.partial = partial;
        this.clock = clock;
    }

    /** Nothing while the folder is there. */
    Optional<String> away() {
        return Files.isDirectory(partial)
                ? Optional.empty()
                : Optional.of(
                        "its folder blobs with the files of all jobs is gone; put it back, or mount its disk again");
    }

    /** What can be seen without writing anything. */
    Optional<String> trouble() {
        Optional<String> away = away();
        if (away.isPresent()) {
            return away;
        }
        try {
            if (Files.getFileStore(partial).isReadOnly()) {
                return Optional.of("its disk is write-protected; look into the system's log why, and mount it writable"
                        + " again");
            }
        } catch (IOException unknown) {
            return Optional.of("its disk can't be read: " + SystemWords.withoutPlaces(unknown) + "; check the disk");
        }
        return Files.isWritable(partial)
                ? Optional.empty()
                : Optional.of("it may not write to its folder blobs; give its user that right again");
    }

    /**
     * What it means that a blob could not be written. What can't be seen without writing is remembered.
     *
     * @param bytes of it that would have been there
     */
    IOException failed(IOException e, long bytes) {
        if (e instanceof FileSystemException concrete
                && String.valueOf(concrete.getReason()).contains(NO_DESCRIPTOR)) {
            // Nothing is wrong with the disk.
            return e;
        }
        Optional<String> seen = trouble();
        if (seen.isPresent()) {
            return new BlobProblem(Kind.UNUSABLE, seen.get(), e);
        }
        Optional<String> unseen = trouble(e);
        if (unseen.isEmpty()) {
            return new BlobProblem(Kind.NOT_STORED, "the server's disk is full", e);
        }
        refused = new Refused(unseen.get(), bytes, clock.instant());
        return new BlobProblem(Kind.UNUSABLE, unseen.get(), e);
    }

    /** Why this failed though nothing is to be seen; empty: the disk is full. */
    private Optional<String> trouble(IOException failed) {
        String words = SystemWords.withoutPlaces(failed);
        if (failed instanceof AccessDeniedException) {
            return Optional.of("it may not write a file: " + words + "; check the rights of its folders");
        }
        try {
            FileStore disk = Files.getFileStore(partial);
            long free = disk.getUsableSpace();
            return free < LITTLE
                    ? Optional.empty()
                    : Optional.of("its disk refused a file although " + new MemorySize(free) + " are free: " + words
                            + "; check the disk, its quota and its inodes (df -i)");
        } catch (IOException unknown) {
            return Optional.of("its disk can't be read: " + SystemWords.withoutPlaces(unknown) + "; check the disk");
        }
    }

    /** Blobs of so many bytes are on disk. */
    void took(long bytes) {
        Refused last = refused;
        if (last != null && bytes >= last.bytes()) {
            refused = null;
        }
    }

    /** Why it refused a file lately though it is not full; empty if it has taken as much since. */
    Optional<String> refusal() {
        Refused last = refused;
        return last != null && isRecent(last.at()) ? Optional.of(last.why()) : Optional.empty();
    }

    /** Whether what was refused then is still told. */
    boolean isRecent(Instant at) {
        return Duration.between(at, clock.instant()).abs().compareTo(TOLD) < 0;
    }
}
