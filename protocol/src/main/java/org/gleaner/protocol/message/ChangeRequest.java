package org.gleaner.protocol.message;

import java.util.List;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.EntryPage;
import org.gleaner.core.job.InputFile;
import org.jspecify.annotations.Nullable;

/**
 * The body of a verb.
 *
 * @param select the selector as people write it; empty where the path or the numbers name the jobs
 * @param fresh new versions of the files; only with retry
 * @param ids whole jobs by their numbers; empty where something else names them
 */
public record ChangeRequest(String select, @Nullable Fresh fresh, List<JobId> ids) {
    /** As many as one call may name. */
    public static final int MOST = 1_000;

    public ChangeRequest {
        ids = List.copyOf(ids);
    }

    public ChangeRequest(String select, @Nullable Fresh fresh) {
        this(select, fresh, List.of());
    }

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

    public static ChangeRequest of(List<JobId> ids) {
        return new ChangeRequest("", null, ids);
    }
}
