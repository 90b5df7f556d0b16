package org.gleaner.client.executor;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.gleaner.client.child.CallFile;

/** Which calls go into one task: short ones together, but not all of them. Confined to one thread. */
final class CallGroups {
    private static final int LEAST_TASKS = 4;
    /** So long the calls of a task take together at least, if they are short. */
    private static final long SHORTEST_TASK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long LONGEST_TASK_NANOS = TimeUnit.MINUTES.toNanos(1);
    /** So much longer than the start of their JVM, which may take long on a busy machine. */
    private static final long TIMES_START = 4;
    /** So much they are together, if they are small. */
    private static final long TASK_BYTES = 16 << 20;

    private final Set<PendingCall<?>> alone = new HashSet<>();
    private long ran;
    private long nanos;
    private long tasks;
    private long startNanos;

    /** A task took so long beyond what its calls took. */
    void started(long time) {
        tasks++;
        startNanos += bounded(time);
    }

    /** A call was done and took so long. */
    void took(long time) {
        ran++;
        nanos += bounded(time);
    }

    /** Whether it is known how long calls take. */
    boolean isKnown() {
        return ran > 0;
    }

    /** Nodes say what they like, and sums must not overflow. */
    private static long bounded(long time) {
        return Math.max(0, Math.min(TimeUnit.HOURS.toNanos(1), time));
    }

    /** It must travel alone, as it came back from a task that crashed. */
    void alone(PendingCall<?> call) {
        alone.add(call);
    }

    /** How many of so many calls go into one task; one until it is known how long they take. */
    int size(int waiting) {
        long most = ran == 0 ? 1 : Math.min(CallFile.MOST_CALLS, taskNanos() / Math.max(1, nanos / ran));
        // Some may take longer than others, so not all go into one.
        return (int) Math.max(1, Math.min(most, waiting / LEAST_TASKS));
    }

    private long taskNanos() {
        long worthIt = tasks == 0 ? 0 : TIMES_START * (startNanos / tasks);
        return Math.max(SHORTEST_TASK_NANOS, Math.min(LONGEST_TASK_NANOS, worthIt));
    }

    List<List<PendingCall<?>>> of(List<PendingCall<?>> calls) {
        List<List<PendingCall<?>>> groups = new ArrayList<>();
        int size = size(calls.size());
        List<PendingCall<?>> current = new ArrayList<>();
        long bytes = 0;
        for (PendingCall<?> call : calls) {
            if (alone.remove(call)) {
                groups.add(List.of(call));
                continue;
            }
            int length = call.written().bytes().length;
            if (!current.isEmpty() && (current.size() == size || bytes + length > TASK_BYTES)) {
                groups.add(current);
                current = new ArrayList<>();
                bytes = 0;
            }
            current.add(call);
            bytes += length;
        }
        if (!current.isEmpty()) {
            groups.add(current);
        }
        return groups;
    }
}
