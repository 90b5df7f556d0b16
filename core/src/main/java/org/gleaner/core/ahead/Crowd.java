package org.gleaner.core.ahead;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gleaner.core.id.Owner;
import org.jspecify.annotations.Nullable;

/**
 * How many tasks of each owner are open as time goes by in one future, with those that are still to come: what is done
 * sooner must not be paid for, unseen, by what comes later. Confined to one thread.
 */
final class Crowd {
    private record Step(long at, int tasks) {}

    private final Map<Owner, List<Step>> steps = new TreeMap<>();

    void come(Owner owner, int tasks, long at) {
        steps.computeIfAbsent(owner, one -> new ArrayList<>()).add(new Step(at, tasks));
    }

    void go(Owner owner, int tasks, long at) {
        come(owner, -tasks, at);
    }

    /** For how long tasks of this owner are open until then, in milliseconds, added up; null: those of all. */
    double taken(@Nullable Owner owner, long until) {
        double taken = 0;
        for (Map.Entry<Owner, List<Step>> one : steps.entrySet()) {
            if (owner == null || owner.equals(one.getKey())) {
                for (Step step : one.getValue()) {
                    taken += (double) step.tasks() * Math.max(0, until - step.at());
                }
            }
        }
        return taken;
    }
}
