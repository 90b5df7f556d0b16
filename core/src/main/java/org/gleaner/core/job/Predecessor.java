package org.gleaner.core.job;

import java.util.List;
import java.util.Locale;
import org.gleaner.core.id.JobId;

/**
 * Something that must have come to its end first.
 *
 * @param tasks those of its tasks that count; empty: all of them
 * @param each whether task i waits only for task i of the predecessor, which then has as many tasks
 * @param when what end is waited for
 * @param files what is taken of the results of the tasks that count
 */
public record Predecessor(JobId job, Ordinals tasks, boolean each, When when, List<TakenFile> files) {
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
        files = List.copyOf(files);
        if (!files.isEmpty() && when != When.DONE) {
            throw new IllegalArgumentException("only tasks that are done leave files for others");
        }
        if (each && when != When.DONE) {
            throw new IllegalArgumentException("task by task a job can only wait until tasks are done");
        }
    }

    /** One of which only the end counts. */
    public Predecessor(JobId job, Ordinals tasks, boolean each, When when) {
        this(job, tasks, each, when, List.of());
    }

    /** What must be done first. */
    public Predecessor(JobId job, Ordinals tasks, boolean each) {
        this(job, tasks, each, When.DONE);
    }

    public Predecessor with(JobId other) {
        return new Predecessor(other, tasks, each, when, files);
    }

    public Predecessor with(List<TakenFile> taken) {
        return new Predecessor(job, tasks, each, when, taken);
    }

    /** Whether files of several tasks are taken by one, if the job has so many. */
    public boolean isOfSeveral(int size) {
        return !each && (tasks.isEmpty() ? size : tasks.count()) > 1;
    }

    /** Those of so many tasks that count for one that waits. */
    public Ordinals counting(int size, int waiting) {
        if (each) {
            boolean counts = tasks.isEmpty() || tasks.contains(waiting);
            return counts ? Ordinals.one(waiting) : new Ordinals(List.of());
        }
        return tasks.isEmpty() ? Ordinals.range(1, size) : tasks;
    }

    public boolean is(When end) {
        return when == end;
    }
}
