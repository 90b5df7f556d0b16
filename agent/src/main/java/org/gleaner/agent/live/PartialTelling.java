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

    /** What one round found: files that are new or changed, and names that are gone. */
    record News(List<ResultFile> files, List<String> gone) {
        static final News NONE = new News(List.of(), List.of());

        News {
            files = List.copyOf(files);
            gone = List.copyOf(gone);
        }

        /** Without names of which it is unknown what became; where one of the files is now, there is nothing else. */
        News certain() {
            return new News(
                    files,
                    gone.stream()
                            .filter(name -> files.stream().anyMatch(file -> isInTheWay(name, file.path())))
                            .toList());
        }

        private static boolean isInTheWay(String name, String file) {
            return file.startsWith(name + "/") || name.startsWith(file + "/");
        }

        boolean isEmpty() {
            return files.isEmpty() && gone.isEmpty();
        }
    }

    /**
     * Returns what of it the server knows now.
     *
     * @param copies of the files that do not travel inline
     */
    static News tell(ShowCalls calls, AttemptId attempt, News news, Map<BlobHash, Path> copies) throws IOException {
        PartialAnswer first = calls.partial(attempt, news.files(), news.gone()).orElse(null);
        if (first == null || first.kept() || first.missing().isEmpty()) {
            return first != null && first.kept() ? news : News.NONE;
        }
        Set<BlobHash> absent = new HashSet<>();
        for (BlobHash hash : first.missing()) {
            Path copy = copies.get(hash);
            if (copy == null || !calls.upload(hash, copy)) {
                absent.add(hash);
            }
        }
        // One that the server does not take keeps the others from nothing.
        List<ResultFile> there = news.files().stream()
                .filter(file -> !absent.contains(file.hash()))
                .toList();
        // What it would have taken the place of must not go before it is there.
        News all = new News(there, news.gone());
        News left = absent.isEmpty() ? all : all.certain();
        boolean kept = !left.isEmpty()
                && calls.partial(attempt, left.files(), left.gone())
                        .map(PartialAnswer::kept)
                        .orElse(false);
        return kept ? left : News.NONE;
    }
}
