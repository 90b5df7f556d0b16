package org.gleaner.protocol.message;

import java.util.List;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Terms;

/**
 * New terms for jobs.
 *
 * @param select the jobs that get them, as people write it; empty where the path or the numbers name the jobs
 * @param ids whole jobs by their numbers, {@link ChangeRequest#MOST} at most; empty where something else names them
 */
public record Adjustment(String select, Terms terms, List<JobId> ids) {
    public Adjustment {
        ids = List.copyOf(ids);
    }
}
