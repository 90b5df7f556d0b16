package org.gleaner.lab.torture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.message.Content;
import org.gleaner.protocol.message.OutputPage;
import org.jspecify.annotations.Nullable;

/** Fetches what tasks left behind, byte by byte, and hashes it here. Confined to one thread. */
record OutputReader(UserCalls calls, Path folder) {
    private static final int PAGE = 500;
    private static final int MOST_PAGES = 1000;

    /** Gives for each done task the hash of each file; false if the server could not be asked, or not to the end. */
    boolean read(JobId job, Consumer<SortedMap<Integer, SortedMap<String, String>>> sink) throws IOException {
        SortedMap<Integer, SortedMap<String, String>> all = new TreeMap<>();
        int from = 1;
        int skip = 0;
        for (int page = 0; page < MOST_PAGES && from > 0; page++) {
            if (!(calls.outputs(job, from, skip, PAGE) instanceof Answer.Success<OutputPage> success)) {
                return false;
            }
            for (OutputPage.OutputRow row : success.value().outputs()) {
                String hash = hash(job, row.file());
                if (hash == null) {
                    return false;
                }
                all.computeIfAbsent(row.task(), task -> new TreeMap<>())
                        .put(row.file().path(), hash);
            }
            from = success.value().next();
            skip = success.value().skip();
        }
        sink.accept(all);
        return true;
    }

    private @Nullable String hash(JobId job, ResultFile file) throws IOException {
        if (file.inline() != null) {
            return Content.hash(Content.inlineBytes(file)).hex();
        }
        Path target = folder.resolve("output-of-" + job);
        try {
            Answer<Long> answer = calls.download(file.hash(), file.size(), target);
            if (answer instanceof Answer.Refused<Long> refused
                    && refused.problem().status() < 500) {
                return "refused: " + refused.problem().code();
            }
            return answer instanceof Answer.Success<Long>
                    ? Content.hash(Files.readAllBytes(target)).hex()
                    : null;
        } finally {
            Files.deleteIfExists(target);
        }
    }
}
