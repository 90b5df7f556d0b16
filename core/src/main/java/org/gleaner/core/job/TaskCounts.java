package org.gleaner.core.job;

import java.util.EnumMap;
import java.util.Map;

/** How many tasks of a job are in each state. */
public record TaskCounts(int waiting, int ready, int running, int done, int paused, int blocked, int cancelled) {
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
                Math.max(0, cancelled - some.cancelled));
    }

    public int total() {
        return waiting + ready + running + done + paused + blocked + cancelled;
    }

    /** The same, but a job to which more tasks may come waits for them when it has nothing left to do. */
    public TaskState jobState(boolean growing) {
        TaskState state = jobState();
        return growing && state.isFinal() ? TaskState.WAITING : state;
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
