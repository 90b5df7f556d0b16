package org.gleaner.simulator.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Tasks as they were once submitted, in the order of their submission. Immutable.
 *
 * @param tasks of one processor each
 */
public record Workload(String name, List<Task> tasks) {
    /**
     * @param submitted milliseconds from some moment that all tasks share
     * @param work milliseconds on a machine of the reference power
     */
    public record Task(long submitted, String owner, String type, long work) {}

    public Workload {
        List<Task> sorted = new ArrayList<>(tasks);
        sorted.sort(Comparator.comparingLong(Task::submitted));
        tasks = List.copyOf(sorted);
    }

    /** Only tasks with at least this much work. */
    public Workload atLeast(Duration work) throws ScenarioError {
        return nonempty(
                tasks.stream().filter(task -> task.work() >= work.toMillis()).toList());
    }

    /** Only tasks with at most this much work. */
    Workload atMost(Duration work) throws ScenarioError {
        return nonempty(
                tasks.stream().filter(task -> task.work() <= work.toMillis()).toList());
    }

    /** Only tasks submitted in this time, counted from the moment that all share. */
    public Workload between(Duration from, Duration until) throws ScenarioError {
        return nonempty(tasks.stream()
                .filter(task -> task.submitted() >= from.toMillis() && task.submitted() < until.toMillis())
                .toList());
    }

    /** Only the first ones. */
    public Workload first(int count) throws ScenarioError {
        return nonempty(tasks.stream().limit(count).toList());
    }

    private Workload nonempty(List<Task> rest) throws ScenarioError {
        if (rest.isEmpty()) {
            throw new ScenarioError(
                    "No job of " + name + " is left.",
                    "Of " + tasks.size() + " jobs with one processor none matches the chosen days, number or length.",
                    "Choose more.");
        }
        return new Workload(name, rest);
    }

    double work() {
        return tasks.stream().mapToDouble(Task::work).sum();
    }
}
