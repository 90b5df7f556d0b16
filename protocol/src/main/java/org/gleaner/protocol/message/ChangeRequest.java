package org.gleaner.protocol.message;

import java.util.List;
import org.gleaner.core.job.EntryPage;
import org.gleaner.core.job.InputFile;
import org.jspecify.annotations.Nullable;

/**
 * The body of a verb.
 *
 * @param select the selector as people write it; empty where the path names the job
 * @param fresh new versions of the files; only with retry
 */
public record ChangeRequest(String select, @Nullable Fresh fresh) {
    /** New versions of the job's inputs and, for a listed array with files, all of its entries again. */
    public record Fresh(List<InputFile> inputs, List<EntryPage> pages) {
        public Fresh {
            inputs = List.copyOf(inputs);
            pages = List.copyOf(pages);
        }
    }

    public static ChangeRequest of(String select) {
        return new ChangeRequest(select, null);
    }
}
