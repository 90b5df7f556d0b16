package org.gleaner.client.executor;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.gleaner.client.call.GrowingJob;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.TaskState;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.TaskPage;
import org.gleaner.protocol.message.TaskRow;
import org.jspecify.annotations.Nullable;

/** Tasks that are under way, and what becomes of them. Confined to one thread. */
final class SentTasks {
    private static final int PAGE = 1_000;

    private final UserCalls calls;
    private final TaskOutcomes outcomes;
    private final TreeMap<JobId, TreeMap<Integer, SentTask>> sent = new TreeMap<>();
    private int size;
    private int running;

    SentTasks(UserCalls calls, TaskOutcomes outcomes) {
        this.calls = calls;
        this.outcomes = outcomes;
    }

    /** So many ran when somebody last looked. */
    int running() {
        return Math.min(running, size);
    }

    int size() {
        return size;
    }

    /** The oldest job of which something is under way; null: none. */
    @Nullable
    JobId oldest() {
        return sent.isEmpty() ? null : sent.firstKey();
    }

    void add(SentTask task) {
        sent.computeIfAbsent(task.job().id(), id -> new TreeMap<>()).put(task.ordinal(), task);
        size++;
    }

    /** Cancels tasks for which nobody waits any more; returns the calls of those that could not be told. */
    List<PendingCall<?>> cancel(Collection<PendingCall<?>> unwanted) {
        Set<PendingCall<?>> wishes = Set.copyOf(unwanted);
        List<PendingCall<?>> untold = new ArrayList<>();
        if (wishes.isEmpty()) {
            return untold;
        }
        for (TreeMap<Integer, SentTask> tasks : sent.values()) {
            for (SentTask task : tasks.values()) {
                if (task.isSettled()
                        && task.calls().stream().anyMatch(wishes::contains)
                        && task.job().cancel(task.ordinal()).isAway()) {
                    untold.addAll(task.calls());
                }
            }
        }
        return untold;
    }

    /** Has the outcomes of what is over read. Returns the calls that have to be sent again; null: nothing was over. */
    @Nullable
    List<PendingCall<?>> look() {
        int before = size;
        running = 0;
        List<PendingCall<?>> again = new ArrayList<>();
        for (TreeMap<Integer, SentTask> tasks : List.copyOf(sent.values())) {
            try {
                look(tasks, again);
            } catch (CallFailed failed) {
                if (!failed.isAway()) {
                    // The job is gone, or nobody may ask for it any more.
                    tasks.values()
                            .forEach(task -> task.fail(Unsent.because(
                                    "It is unknown what became of the call, which was sent in job "
                                            + task.job().id() + ".",
                                    failed)));
                    size -= tasks.size();
                    tasks.clear();
                }
            }
        }
        sent.values().removeIf(TreeMap::isEmpty);
        return size == before ? null : again;
    }

    private void look(TreeMap<Integer, SentTask> tasks, List<PendingCall<?>> again) throws CallFailed {
        JobId job = tasks.firstEntry().getValue().job().id();
        @Nullable Integer from = tasks.firstKey();
        // Only where some are under way: one that takes long must not let all after it be looked at again and again.
        while (from != null) {
            int last = tasks.floorKey(from + PAGE - 1);
            TaskPage page = calls.tasks(job, from, last - from + 1, null).get();
            for (TaskRow row : page.tasks()) {
                SentTask task = tasks.get(row.task());
                if (task != null && isOver(task, row, again)) {
                    tasks.remove(row.task());
                    size--;
                }
            }
            from = tasks.higherKey(last);
        }
    }

    private boolean isOver(SentTask task, TaskRow row, List<PendingCall<?>> again) throws CallFailed {
        if (row.state() == TaskState.DONE) {
            if (!outcomes.hasRoom()) {
                return false;
            }
            again.addAll(outcomes.settle(task, row));
            return true;
        }
        if (row.state() == TaskState.CANCELLED) {
            task.calls().forEach(PendingCall::settleCancelled);
            return true;
        }
        if (row.state() != TaskState.BLOCKED) {
            if (row.state() == TaskState.RUNNING) {
                running++;
            } else if (task.isSettled()) {
                // Cancelled, but not if it runs; if nobody hears it now, it is said the next time.
                boolean unused = task.job().cancel(task.ordinal()).isAway();
            }
            return false;
        }
        if (task.calls().size() > 1) {
            again.addAll(outcomes.again(task, task.calls()));
        } else {
            task.fail(TaskOutcomes.failure(task, row));
        }
        return true;
    }

    /** Those who wait for them do so in vain. */
    void fail(GridException why) {
        sent.values().forEach(tasks -> tasks.values().forEach(task -> task.fail(why)));
    }

    /** Lets them go on without being looked at. */
    void forget() {
        sent.clear();
        size = 0;
    }

    /** Cancels all of it, jobs as a whole; returns those of which the server could not be told. */
    List<GrowingJob> cancelAll() {
        List<GrowingJob> untold = new ArrayList<>();
        for (TreeMap<Integer, SentTask> tasks : sent.values()) {
            GrowingJob job = tasks.firstEntry().getValue().job();
            if (job.cancel().isAway()) {
                untold.add(job);
            }
            tasks.values().forEach(task -> task.calls().forEach(PendingCall::settleCancelled));
        }
        forget();
        return untold;
    }
}
