package org.gleaner.protocol.message;

import java.util.List;
import org.gleaner.core.job.EntryPage;
import org.gleaner.core.job.JobSpec;

/** A job as it is handed in: its spec and, for a listed array, the entries. */
public record Submission(JobSpec spec, List<EntryPage> pages) {
    public Submission {
        pages = List.copyOf(pages);
    }
}
