package org.gleaner.lab.bench;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.agent.machine.ProcessTable;

/** CPU time of a process and all its descendants; of those that ended, if one of the tree has waited for them. */
final class ProcessTree {
    private static final ProcessTable PROCESSES = new ProcessTable();

    private ProcessTree() {}

    static Duration cpu(long root) {
        return cpu(root, PROCESSES.read());
    }

    static Duration cpu(long root, List<ProcessTable.Entry> processes) {
        Map<Long, ProcessTable.Entry> byId = new HashMap<>();
        Map<Long, Deque<Long>> children = new HashMap<>();
        for (ProcessTable.Entry process : processes) {
            byId.put(process.pid(), process);
            children.computeIfAbsent(process.parent(), parent -> new ArrayDeque<>())
                    .add(process.pid());
        }
        Duration sum = Duration.ZERO;
        Deque<Long> open = new ArrayDeque<>(List.of(root));
        while (!open.isEmpty()) {
            long next = open.remove();
            ProcessTable.Entry process = byId.remove(next);
            if (process != null) {
                sum = sum.plus(process.cpu());
                open.addAll(children.getOrDefault(next, new ArrayDeque<>()));
            }
        }
        return sum;
    }
}
