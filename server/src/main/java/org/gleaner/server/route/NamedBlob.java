package org.gleaner.server.route;

import java.util.List;
import java.util.stream.Stream;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.job.InputFile;

/** A blob as somebody names it, with the size that it is said to have. */
record NamedBlob(BlobHash hash, long size) {
    static NamedBlob of(InputFile file) {
        return new NamedBlob(file.hash(), file.size());
    }

    /** Those of the files whose content does not travel with their names. */
    static Stream<NamedBlob> of(List<ResultFile> files) {
        return files.stream()
                .filter(file -> file.inline() == null)
                .map(file -> new NamedBlob(file.hash(), file.size()));
    }
}
