package org.gleaner.client.call;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.protocol.http.CallFailed;

/**
 * A job as it stood when the server was asked.
 *
 * @param note why the job paused itself; empty if it did not
 */
public record Job(JobId id, String name, String type, Owner owner, Instant submitted, TaskCounts tasks, String note) {
    /** The jobs that a selector means now, at most so many. */
    public static List<Job> selected(UserCalls calls, String select, int most) throws CallFailed {
        List<Job> jobs = new ArrayList<>();
        for (JobSummary job : calls.jobs(select, most).get().jobs()) {
            jobs.add(new Job(job.id(), job.name(), job.type(), job.owner(), job.submitted(), job.tasks(), job.note()));
        }
        return jobs;
    }

    /** As the wire has it. */
    public JobSummary summary() {
        return new JobSummary(id, name, type, owner, submitted, tasks, note);
    }
}
