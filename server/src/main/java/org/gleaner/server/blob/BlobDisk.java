package org.gleaner.server.blob;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.gleaner.core.job.MemorySize;
import org.gleaner.protocol.problem.SystemWords;

/**
 * What is wrong with the disk of blobs, unless it is full: only then does it help to free some space. All are ends of
 * sentences about the server, for anybody: no paths of its machine.
 *
 * @param partial the folder in which blobs arrive; it is there as long as the others are
 */
record BlobDisk(Path partial) {
    /** Less than this is as good as nothing. */
    private static final long LITTLE = 1L << 20;

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

    /** Why this failed; empty: the disk is full. */
    Optional<String> trouble(IOException failed) {
        Optional<String> seen = trouble();
        if (seen.isPresent()) {
            return seen;
        }
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
}
