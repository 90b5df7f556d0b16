package org.gleaner.core.attempt;

import java.time.Instant;
import java.util.List;

/**
 * With what an attempt begins, if not anew: the files that an earlier attempt of its task had sent before it ended.
 *
 * @param from the number of that attempt
 * @param files as blobs; nothing if they are gone or can't be laid, so that it begins anew after all
 * @param at when the last of them came
 */
public record Resumption(int from, List<ResultFile> files, Instant at) {
    public Resumption {
        files = List.copyOf(files);
    }

    /** Whether the files could be had. */
    public boolean isLaid() {
        return !files.isEmpty();
    }
}
