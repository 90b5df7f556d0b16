package org.gleaner.core.id;

/** One task of a job, written {@code 7.3}: the job and the task's ordinal from 1, whatever the array's values are. */
public record TaskId(JobId job, int ordinal) implements Comparable<TaskId> {
    public TaskId {
        if (ordinal < 1) {
            throw new IllegalArgumentException("a task's ordinal is a number from 1, not " + ordinal);
        }
    }

    @Override
    public int compareTo(TaskId other) {
        int byJob = job.compareTo(other.job);
        return byJob != 0 ? byJob : Integer.compare(ordinal, other.ordinal);
    }

    @Override
    public String toString() {
        return job + "." + ordinal;
    }
}
