package org.gleaner.client.call;

import java.util.List;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.http.Answer;

/**
 * Jobs that the server has taken together, in the order in which they were described.
 *
 * @param again whether it had taken them before, under the same key
 */
public record SubmittedJobs(List<JobId> jobs, boolean again) {
    public SubmittedJobs {
        jobs = List.copyOf(jobs);
    }

    /** What became of {@link UserCalls#submitAll}. */
    public static Answer<SubmittedJobs> of(Answer<Reply.SubmittedAll> answer) {
        return answer.map(taken -> new SubmittedJobs(taken.jobs(), taken.again()));
    }
}
