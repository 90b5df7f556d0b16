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
    /** So long the calls of a task take together, if they are short. */
    private static final long TASK_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** So much they are together, if they are small. */
    private static final long TASK_BYTES = 16 << 20;

    private final Set<PendingCall<?>> alone = new HashSet<>();
    private long ran;
    private long nanos;

    /** A call was done and took so long. */
    void took(long time) {
        ran++;
        nanos += Math.max(0, time);
    }

    /** Whether it is known how long calls take. */
    boolean isKnown() {
        return ran > 0;
    }

    /** It must travel alone, as it came back from a task that crashed. */
    void alone(PendingCall<?> call) {
        alone.add(call);
    }

    /** How many of so many calls go into one task; one until it is known how long they take. */
    int size(int waiting) {
        long most = ran == 0 ? 1 : Math.min(CallFile.MOST_CALLS, TASK_NANOS / Math.max(1, nanos / ran));
        // Some may take longer than others, so not all go into one.
        return (int) Math.max(1, Math.min(most, waiting / LEAST_TASKS));
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
