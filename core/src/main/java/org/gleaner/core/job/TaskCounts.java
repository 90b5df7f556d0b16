package org.gleaner.core.job;

import java.util.EnumMap;
import java.util.Map;

/**
 * How many tasks of a job are in each state.
 *
 * @param queued how many of those that are running have not started: each was given to a node and waits there, in a
 *     lane, behind another task
 */
public record TaskCounts(
        int waiting, int ready, int running, int done, int paused, int blocked, int cancelled, int queued) {
    /** Of what nobody has queued. */
    public TaskCounts(int waiting, int ready, int running, int done, int paused, int blocked, int cancelled) {
        this(waiting, ready, running, done, paused, blocked, cancelled, 0);
    }

    public static TaskCounts of(Map<TaskState, Integer> counts) {
        return new TaskCounts(
                counts.getOrDefault(TaskState.WAITING, 0),
                counts.getOrDefault(TaskState.READY, 0),
                counts.getOrDefault(TaskState.RUNNING, 0),
                counts.getOrDefault(TaskState.DONE, 0),
                counts.getOrDefault(TaskState.PAUSED, 0),
                counts.getOrDefault(TaskState.BLOCKED, 0),
                counts.getOrDefault(TaskState.CANCELLED, 0));
    }

    public Map<TaskState, Integer> asMap() {
        Map<TaskState, Integer> counts = new EnumMap<>(TaskState.class);
        counts.put(TaskState.WAITING, waiting);
        counts.put(TaskState.READY, ready);
        counts.put(TaskState.RUNNING, running);
        counts.put(TaskState.DONE, done);
        counts.put(TaskState.PAUSED, paused);
        counts.put(TaskState.BLOCKED, blocked);
        counts.put(TaskState.CANCELLED, cancelled);
        return counts;
    }

    /** What is left without these, which are some of them. */
    public TaskCounts less(TaskCounts some) {
        return new TaskCounts(
                Math.max(0, waiting - some.waiting),
                Math.max(0, ready - some.ready),
                Math.max(0, running - some.running),
                Math.max(0, done - some.done),
                Math.max(0, paused - some.paused),
                Math.max(0, blocked - some.blocked),
                Math.max(0, cancelled - some.cancelled),
                Math.max(0, queued - some.queued));
    }

    /** How many of those that are running are queued if they have so many places, of which each runs one. */
    public static int queued(int running, int places) {
        return Math.max(0, running - places);
    }

    /** The same, of which so many that are running are queued. */
    public TaskCounts queued(int tasks) {
        return new TaskCounts(waiting, ready, running, done, paused, blocked, cancelled, tasks);
    }

    /** How many run that are not queued. */
    public int started() {
        return Math.max(0, running - queued);
    }

    public int total() {
        return waiting + ready + running + done + paused + blocked + cancelled;
    }

    /** The same, but a job to which more tasks may come waits for them when it has nothing left to do. */
    public TaskState jobState(boolean growing) {
        TaskState state = jobState();
        return growing && state.isFinal() ? TaskState.WAITING : state;
    }

    /**
     * The state of a job as people see it: one whose problem is solved is done, whatever was not needed any more.
     *
     * @param solved whether its problem is solved
     */
    public TaskState jobState(boolean growing, boolean solved) {
        TaskState state = jobState(growing);
        return solved && state == TaskState.CANCELLED ? TaskState.DONE : state;
    }

    /** Of those that somebody wants: of a problem that is solved not what was cancelled. */
    public TaskCounts wanted(boolean solved) {
        return solved ? new TaskCounts(waiting, ready, running, done, paused, blocked, 0, queued) : this;
    }

    /** The job's own state: the first, in the order of {@link TaskState}, that any task is in. */
    public TaskState jobState() {
        Map<TaskState, Integer> counts = asMap();
        for (TaskState state : TaskState.ALL) {
            if (counts.getOrDefault(state, 0) > 0) {
                return state;
            }
        }
        return TaskState.DONE;
    }
}
