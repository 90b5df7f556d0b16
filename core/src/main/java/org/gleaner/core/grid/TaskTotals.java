package org.gleaner.core.grid;

import java.util.EnumMap;
import java.util.Map;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.TaskState;

/** How many tasks of all open jobs are in each state, kept as they move. Confined to {@link GridState}. */
final class TaskTotals {
    private final long[] counts = new long[TaskState.ALL.size()];

    void add(TaskState state, int more) {
        counts[state.ordinal()] += more;
    }

    TaskCounts counts() {
        Map<TaskState, Integer> map = new EnumMap<>(TaskState.class);
        for (TaskState state : TaskState.ALL) {
            map.put(state, (int) Math.min(Integer.MAX_VALUE, counts[state.ordinal()]));
        }
        return TaskCounts.of(map);
    }
}
