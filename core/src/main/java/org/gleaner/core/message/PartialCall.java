package org.gleaner.core.message;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;

/**
 * Files that a running attempt has written so far, of which the newest of each name is kept.
 *
 * @param gone names of files that it sent before, or began with, and that are no longer there; empty from old agents
 */
public record PartialCall(int incarnation, AttemptId attempt, List<ResultFile> files, List<String> gone) {
    /** As many as one call may name. */
    public static final int MOST = 1000;

    public PartialCall {
        files = List.copyOf(files);
        gone = List.copyOf(gone);
        Set<String> names = new HashSet<>();
        for (ResultFile file : files) {
            if (!names.add(file.path())) {
                throw new IllegalArgumentException("two files are called " + file.path());
            }
        }
        for (String name : gone) {
            if (names.contains(name)) {
                throw new IllegalArgumentException(name + " can't be both there and gone");
            }
        }
        int most = Math.max(files.size(), gone.size());
        if (most > MOST) {
            throw new IllegalArgumentException("one call names at most " + MOST + " files, not " + most);
        }
    }

    /** Of an attempt all of whose files are still there. */
    public PartialCall(int incarnation, AttemptId attempt, List<ResultFile> files) {
        this(incarnation, attempt, files, List.of());
    }

    /** What must be on the server before. */
    public List<BlobHash> blobs() {
        return files.stream()
                .filter(file -> file.inline() == null)
                .map(ResultFile::hash)
                .distinct()
                .toList();
    }
}
