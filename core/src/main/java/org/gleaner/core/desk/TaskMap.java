package org.gleaner.core.desk;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.TaskState;

/**
 * Where all tasks of a job stand, small enough to be looked at: neighbours in the same state are one run; if that
 * makes too many of them, so many tasks in a row are one cell, of which only the states are counted.
 *
 * @param runs in the order of the tasks; empty if there are cells
 * @param perCell how many tasks each cell stands for, the last maybe fewer; 0 if there are runs
 * @param cells in the order of the tasks: how many are in which state
 */
public record TaskMap(JobId job, int tasks, List<Run> runs, int perCell, List<SortedMap<TaskState, Integer>> cells) {
    /** So many tasks in a row that are in the same state. */
    public record Run(TaskState state, int tasks) {}

    public TaskMap {
        runs = List.copyOf(runs);
        cells = List.copyOf(cells);
    }

    /**
     * @param states every task, from 1 on, in its one state
     * @param most how many runs or cells there may be
     */
    public static TaskMap of(JobId job, int tasks, Map<TaskState, BitSet> states, int most) {
        List<Run> runs = runs(tasks, states, most);
        if (runs.size() <= most) {
            return new TaskMap(job, tasks, runs, 0, List.of());
        }
        int perCell = (tasks - 1) / most + 1;
        return new TaskMap(job, tasks, List.of(), perCell, cells(tasks, states, perCell));
    }

    /** One more than may be tells that they are too many. */
    private static List<Run> runs(int tasks, Map<TaskState, BitSet> states, int most) {
        List<Run> runs = new ArrayList<>();
        int next = 1;
        while (next <= tasks && runs.size() <= most) {
            TaskState state = state(states, next);
            int end =
                    Math.min(tasks + 1, states.getOrDefault(state, new BitSet()).nextClearBit(next));
            runs.add(new Run(state, end - next));
            next = end;
        }
        return runs;
    }

    private static TaskState state(Map<TaskState, BitSet> states, int task) {
        for (Map.Entry<TaskState, BitSet> one : states.entrySet()) {
            if (one.getValue().get(task)) {
                return one.getKey();
            }
        }
        throw new IllegalStateException("task " + task + " is in no state");
    }

    private static List<SortedMap<TaskState, Integer>> cells(int tasks, Map<TaskState, BitSet> states, int perCell) {
        int count = (tasks - 1) / perCell + 1;
        Map<TaskState, int[]> counts = new EnumMap<>(TaskState.class);
        states.forEach((state, bits) -> {
            int[] own = new int[count];
            for (int task = bits.nextSetBit(1); task >= 0; task = bits.nextSetBit(task + 1)) {
                own[(task - 1) / perCell]++;
            }
            counts.put(state, own);
        });
        List<SortedMap<TaskState, Integer>> cells = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            SortedMap<TaskState, Integer> cell = new TreeMap<>();
            for (Map.Entry<TaskState, int[]> one : counts.entrySet()) {
                if (one.getValue()[i] > 0) {
                    cell.put(one.getKey(), one.getValue()[i]);
                }
            }
            cells.add(cell);
        }
        return cells;
    }
}
