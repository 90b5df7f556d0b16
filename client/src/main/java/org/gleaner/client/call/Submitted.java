package org.gleaner.client.call;

import org.gleaner.core.grid.Reply;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.http.Answer;

/**
 * A job that the server has taken.
 *
 * @param again whether it had taken it before, under the same key
 */
public record Submitted(JobId job, int tasks, boolean again) {
    /** What became of {@link UserCalls#submit}. */
    public static Answer<Submitted> of(Answer<Reply.Submitted> answer) {
        return answer.map(taken -> new Submitted(taken.job(), taken.tasks(), taken.again()));
    }

    /** As the wire has it. */
    public Reply.Submitted reply() {
        return new Reply.Submitted(job, tasks, again);
    }
}
