package org.gleaner.core.grid;

import org.gleaner.core.id.JobId;

/** What is to be said of a job that a verb was meant for, beyond how many of its tasks it changed. */
public sealed interface Remark {
    enum Plain implements Remark {
        NONE,
        /** It came when larger jobs were taken, so nothing of it can run. */
        TOO_LARGE
    }

    /** Some are not stopped yet. */
    record Stopping(int tasks) implements Remark {}

    /** Some wait for cancelled ones. */
    record AfterCancelled(int tasks) implements Remark {}

    /** Some wait for a failure in this job, or in others with it, where nothing can fail any more. */
    record NothingFailed(JobId before, int tasks) implements Remark {}

    /** Nodes that could not start such a task may try again. */
    record AskedAgain(int nodes) implements Remark {}

    /** They waited for this job, which was cancelled. */
    record Followed(JobId job, int tasks) implements Remark {}
}
