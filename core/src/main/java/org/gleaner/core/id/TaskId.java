package org.gleaner.core.id;

import java.util.Comparator;

/** One task of a job, written {@code 7.3}: the job and the task's ordinal from 1, whatever the array's values are. */
public record TaskId(JobId job, int ordinal) implements Comparable<TaskId> {
    private static final Comparator<TaskId> ORDER =
            Comparator.comparing(TaskId::job).thenComparingInt(TaskId::ordinal);

    public TaskId {
        if (ordinal < 1) {
            throw new IllegalArgumentException("a task's ordinal is a number from 1, not " + ordinal);
        }
    }

    @Override
    public int compareTo(TaskId other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return job + "." + ordinal;
    }
}
