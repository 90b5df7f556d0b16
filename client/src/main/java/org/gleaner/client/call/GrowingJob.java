package org.gleaner.client.call;

import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.message.Addition;

/** A job to which a program adds tasks. Every call may be repeated. Thread-safe. */
public record GrowingJob(JobId id, UserCalls calls) {
    /** The ordinal of the first task that was added. */
    public Answer<Integer> add(Addition addition, String key) {
        return calls.add(id, addition, key).map(added -> added.first());
    }

    public Answer<Boolean> seal() {
        return calls.seal(id).map(done -> true);
    }

    /** Cancels all of it, and seals it. */
    public Answer<Boolean> cancel() {
        return calls.change(Verb.CANCEL, id.toString()).map(done -> true);
    }

    public Answer<Boolean> cancel(int task) {
        return calls.change(Verb.CANCEL, id + "." + task).map(done -> true);
    }
}
