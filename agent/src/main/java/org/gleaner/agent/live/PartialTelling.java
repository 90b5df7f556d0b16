package org.gleaner.agent.live;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.message.PartialAnswer;

/**
 * Tells the server what an attempt has written so far. It is asked before anything is uploaded: of several attempts of
 * a task it hears only one, and the others would upload in each round what nobody keeps.
 */
final class PartialTelling {
    private PartialTelling() {}

    /**
     * Returns what is kept now.
     *
     * @param copies of the files that do not travel inline
     */
    static List<ResultFile> tell(ShowCalls calls, AttemptId attempt, List<ResultFile> files, Map<BlobHash, Path> copies)
            throws IOException {
        PartialAnswer first = calls.partial(attempt, files).orElse(null);
        if (first == null || first.kept() || first.missing().isEmpty()) {
            return first != null && first.kept() ? files : List.of();
        }
        Set<BlobHash> absent = new HashSet<>();
        for (BlobHash hash : first.missing()) {
            Path copy = copies.get(hash);
            if (copy == null || !calls.upload(hash, copy)) {
                absent.add(hash);
            }
        }
        // One that the server does not take keeps the others from nothing.
        List<ResultFile> there =
                files.stream().filter(file -> !absent.contains(file.hash())).toList();
        boolean kept = !there.isEmpty()
                && calls.partial(attempt, there).map(PartialAnswer::kept).orElse(false);
        return kept ? there : List.of();
    }
}
