package org.gleaner.core.id;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One run of a task on one node, written {@code 7.3#2}. The numbers of a task's attempts only grow. */
public record AttemptId(TaskId task, int number) implements Comparable<AttemptId> {
    private static final Pattern TEXT = Pattern.compile("([0-9]{1,18})\\.([0-9]{1,9})#([0-9]{1,9})");

    public AttemptId {
        if (number < 1) {
            throw new IllegalArgumentException("an attempt's number is a number from 1, not " + number);
        }
    }

    public static AttemptId of(long job, int ordinal, int number) {
        return new AttemptId(new TaskId(new JobId(job), ordinal), number);
    }

    /** Reads the written form back; anything else is an {@link IllegalArgumentException}. */
    public static AttemptId parse(String text) {
        Matcher match = TEXT.matcher(text);
        if (!match.matches()) {
            throw new IllegalArgumentException("not an attempt: '" + text + "'; an attempt is written 7.3#2");
        }
        return of(Long.parseLong(match.group(1)), Integer.parseInt(match.group(2)), Integer.parseInt(match.group(3)));
    }

    public JobId job() {
        return task.job();
    }

    public int ordinal() {
        return task.ordinal();
    }

    @Override
    public int compareTo(AttemptId other) {
        int byTask = task.compareTo(other.task);
        return byTask != 0 ? byTask : Integer.compare(number, other.number);
    }

    @Override
    public String toString() {
        return task + "#" + number;
    }
}
