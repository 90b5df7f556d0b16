package org.gleaner.core.open;

import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.TaskState;
import org.jspecify.annotations.Nullable;

/** How many tasks of some open jobs are in each state, kept as they move. Changed by {@link JobWriter} alone. */
public final class TaskTotals {
    private static final class Total {
        private long tasks;
    }

    private final Map<TaskState, Total> totals = new EnumMap<>(TaskState.class);
    private final Total queued = new Total();
    /** Those among which these are counted too. */
    private final @Nullable TaskTotals all;

    TaskTotals() {
        this(null);
    }

    TaskTotals(@Nullable TaskTotals all) {
        this.all = all;
        TaskState.ALL.forEach(state -> totals.put(state, new Total()));
    }

    void add(TaskState state, int more) {
        Objects.requireNonNull(totals.get(state)).tasks += more;
        if (all != null) {
            all.add(state, more);
        }
    }

    /** Of those that run, so many more are queued on their nodes. */
    void queue(int more) {
        queued.tasks += more;
        if (all != null) {
            all.queue(more);
        }
    }

    /** Of these jobs, counted one by one. */
    public static TaskCounts of(Collection<OpenJob> jobs) {
        TaskTotals counted = new TaskTotals();
        jobs.forEach(job -> {
            TaskState.ALL.forEach(state -> counted.add(state, job.states().count(state)));
            counted.queue(job.states().count(TaskState.RUNNING) - job.running());
        });
        return counted.counts();
    }

    public TaskCounts counts() {
        Map<TaskState, Integer> counts = new EnumMap<>(TaskState.class);
        totals.forEach((state, total) -> counts.put(state, atMost(total)));
        return TaskCounts.of(counts).queued(atMost(queued));
    }

    private static int atMost(Total total) {
        return (int) Math.min(Integer.MAX_VALUE, total.tasks);
    }
}
