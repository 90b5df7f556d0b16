package org.gleaner.core.job;

import java.util.Locale;
import org.gleaner.core.id.JobId;

/**
 * Something that must have come to its end first.
 *
 * @param tasks those of its tasks that count; empty: all of them
 * @param each whether task i waits only for task i of the predecessor, which then has as many tasks
 * @param when what end is waited for
 */
public record Predecessor(JobId job, Ordinals tasks, boolean each, When when) {
    /** What must have become of the tasks that count. */
    public enum When {
        /** All are done; if one is cancelled, so is what waits for it. */
        DONE,
        /** All are done, cancelled or have used up their tries. */
        ANY,
        /**
         * One has used up its tries. All predecessors of this kind count as one: a failure of any of them is enough,
         * and when none of them can fail any more, what waits for it is cancelled.
         */
        FAILED;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public Predecessor {
        if (each && when != When.DONE) {
            throw new IllegalArgumentException("task by task a job can only wait until tasks are done");
        }
    }

    /** What must be done first. */
    public Predecessor(JobId job, Ordinals tasks, boolean each) {
        this(job, tasks, each, When.DONE);
    }

    public boolean is(When end) {
        return when == end;
    }
}
