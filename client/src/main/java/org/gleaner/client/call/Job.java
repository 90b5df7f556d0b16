package org.gleaner.client.call;

import java.time.Instant;
import java.util.List;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.TaskCounts;
import org.jspecify.annotations.Nullable;

/**
 * A job as it stood when the server was asked.
 *
 * @param note why the job paused itself; empty if it did not
 * @param origin the job whose tasks it runs again; null: none
 * @param growing whether more tasks may be added to it
 * @param solved whether its problem is solved, so that nobody needed what of it is cancelled
 */
public record Job(
        JobId id,
        String name,
        String type,
        Owner owner,
        Instant submitted,
        TaskCounts tasks,
        String note,
        @Nullable JobId origin,
        boolean growing,
        boolean solved) {
    /** As the wire has them. */
    public static List<Job> all(List<JobSummary> jobs) {
        return jobs.stream()
                .map(job -> new Job(
                        job.id(),
                        job.name(),
                        job.type(),
                        job.owner(),
                        job.submitted(),
                        job.tasks(),
                        job.note(),
                        job.origin(),
                        job.growing(),
                        job.solved()))
                .toList();
    }

    /** As the wire has it. */
    public JobSummary summary() {
        return new JobSummary(
                id, name, type, owner, submitted, tasks, note, null, origin, null, growing, false, solved);
    }
}
