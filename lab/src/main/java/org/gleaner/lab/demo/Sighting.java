package org.gleaner.lab.demo;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.TaskState;
import org.gleaner.protocol.message.TaskRow;

/**
 * How the tasks of one job stood when they were last looked at.
 *
 * @param away whether the server did not answer since, so that all this is old
 */
record Sighting(Map<Integer, TaskRow> tasks, boolean away) {
    static final Sighting NONE = new Sighting(Map.of(), false);

    static Sighting of(List<TaskRow> rows) {
        Map<Integer, TaskRow> tasks = new TreeMap<>();
        rows.forEach(row -> tasks.put(row.task(), row));
        return new Sighting(tasks, false);
    }

    Sighting withServerAway() {
        return new Sighting(tasks, true);
    }

    TaskState state(int task) {
        TaskRow row = tasks.get(task);
        return row == null ? TaskState.READY : row.state();
    }

    int count(TaskState state) {
        return (int) tasks.values().stream().filter(row -> row.state() == state).count();
    }

    boolean goesOn() {
        return count(TaskState.READY) + count(TaskState.WAITING) + count(TaskState.RUNNING) > 0;
    }

    List<Integer> in(TaskState state) {
        return tasks.values().stream()
                .filter(row -> row.state() == state)
                .map(TaskRow::task)
                .toList();
    }

    /** The tasks that this node has in hand. */
    List<Integer> inHandOf(NodeId node) {
        List<Integer> held = new ArrayList<>();
        for (TaskRow row : tasks.values()) {
            TaskRow.LastAttempt last = row.last();
            if (row.state() == TaskState.RUNNING && last != null && last.node().equals(node)) {
                held.add(row.task());
            }
        }
        return held;
    }

    int attempts(int task) {
        TaskRow row = tasks.get(task);
        return row == null ? 0 : row.attempts();
    }

    /** The tasks that were tried more than once. */
    BitSet triedAgain() {
        BitSet again = new BitSet();
        tasks.values().stream().filter(row -> row.attempts() > 1).forEach(row -> again.set(row.task()));
        return again;
    }
}
