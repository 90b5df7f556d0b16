package org.gleaner.core.ahead;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.core.id.TaskId;

/** The machines that have an attempt of a task: several if there are copies. Confined to one {@link VirtualPool}. */
final class Holders {
    private final Map<TaskId, List<VirtualMachine>> of = new HashMap<>();

    List<VirtualMachine> of(TaskId task) {
        return of.getOrDefault(task, List.of());
    }

    void add(VirtualMachine machine, TaskId task) {
        List<VirtualMachine> others = of.put(task, List.of(machine));
        if (others != null) {
            List<VirtualMachine> all = new ArrayList<>(others);
            all.add(machine);
            of.put(task, all);
        }
    }

    void remove(VirtualMachine machine, TaskId task) {
        List<VirtualMachine> all = of.remove(task);
        if (all != null && all.size() > 1) {
            List<VirtualMachine> others = new ArrayList<>(all);
            others.remove(machine);
            of.put(task, others);
        }
    }

    int size() {
        return of.size();
    }
}
