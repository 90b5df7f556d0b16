package org.gleaner.core.ahead;

import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;

/** Hears what happens in virtual time; times are milliseconds from the begin. */
public interface Witness {
    /** What became of the time that an attempt had. */
    enum End {
        /** Its result counts. */
        USEFUL,
        /** It went with its machine. */
        LOST,
        /** Another one was done before. */
        SUPERFLUOUS
    }

    void arrived(int submission, JobId job, long at);

    void started(int machine, AttemptId attempt, long at);

    void ended(int machine, AttemptId attempt, long from, long to, End end);

    /** The task is done. */
    void done(AttemptId attempt, long at);

    /** A machine calls and tells of so many attempts that it holds. */
    default void called(int attempts) {}

    /** Whether tasks that were submitted are not done. */
    boolean hasOpenTasks();

    /** Whether the rest is of no interest. */
    boolean isOver(long now);
}
