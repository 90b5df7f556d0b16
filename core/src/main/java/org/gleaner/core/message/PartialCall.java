package org.gleaner.core.message;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;

/** Files that a running attempt has written so far, of which the newest of each name is kept. */
public record PartialCall(int incarnation, AttemptId attempt, List<ResultFile> files) {
    /** As many as one call may name. */
    public static final int MOST = 1000;

    public PartialCall {
        files = List.copyOf(files);
        Set<String> names = new HashSet<>();
        for (ResultFile file : files) {
            if (!names.add(file.path())) {
                throw new IllegalArgumentException("two files are called " + file.path());
            }
        }
        if (files.size() > MOST) {
            throw new IllegalArgumentException("one call brings at most " + MOST + " files, not " + files.size());
        }
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
