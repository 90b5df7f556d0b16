package org.gleaner.client.call;

import java.time.Instant;
import java.util.List;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.TaskCounts;

/**
 * A job as it stood when the server was asked.
 *
 * @param note why the job paused itself; empty if it did not
 */
public record Job(JobId id, String name, String type, Owner owner, Instant submitted, TaskCounts tasks, String note) {
    /** As the wire has them. */
    public static List<Job> all(List<JobSummary> jobs) {
        return jobs.stream()
                .map(job -> new Job(
                        job.id(), job.name(), job.type(), job.owner(), job.submitted(), job.tasks(), job.note()))
                .toList();
    }

    /** As the wire has it. */
    public JobSummary summary() {
        return new JobSummary(id, name, type, owner, submitted, tasks, note);
    }
}
