package org.gleaner.client.executor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

    /** An entry has room for so many runs of numbers. */
    private static final int MOST_RUNS = 300;
    /** Those that come back from a task that crashed go into so many. */
    private static final int PARTS = 8;

    /** What came before so many counts for little: the first in a JVM take much longer than the others. */
    private static final long RECENT_CALLS = 256;

    private static final int FEW = 16;

    private static final long RECENT_TASKS = 16;

    private final Map<PendingCall<?>, Integer> limits = new HashMap<>();
    private long seen;
    private long ran;
    private long nanos;
    private long tasks;
    private long startNanos;

    /** A task took so long beyond what its calls took. */
    void started(long time) {
        if (tasks >= RECENT_TASKS) {
            tasks /= 2;
            startNanos /= 2;
        }
        tasks++;
        startNanos += bounded(time);
    }

    /** A call was done and took so long. */
    void took(long time) {
        if (ran >= RECENT_CALLS) {
            ran /= 2;
            nanos /= 2;
        }
        seen++;
        ran++;
        nanos += bounded(time);
    }

    /**
     * Whether it is known well enough how long calls take to send so many. Few results tell that calls are long; that
     * they are short is known when the first ones, which are slow in each JVM, count for little. If it does not make
     * many tasks, it does not matter.
     */
    boolean areKnown(int waiting) {
        boolean few = ran > 0 && waiting <= FEW * size(waiting);
        return few || seen >= (size(Integer.MAX_VALUE) > 1 ? RECENT_CALLS : FEW);
    }

    /** Nodes say what they like, and sums must not overflow. */
    private static long bounded(long time) {
        return Math.max(0, Math.min(TimeUnit.HOURS.toNanos(1), time));
    }

    /** They were in a task that crashed: if they are sent again, then with fewer others, in the end alone. */
    void apart(List<PendingCall<?>> together) {
        int most = Math.max(1, together.size() / PARTS);
        together.forEach(call -> limits.put(call, most));
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
        Group current = new Group(size);
        for (PendingCall<?> call : calls) {
            int most = Objects.requireNonNullElse(limits.remove(call), size);
            if (!current.hasRoomFor(call, most)) {
                groups.add(current.members);
                current = new Group(size);
            }
            current.add(call, most);
        }
        if (!current.members.isEmpty()) {
            groups.add(current.members);
        }
        return groups;
    }

    /** One while it is filled. */
    private static final class Group {
        private final List<PendingCall<?>> members = new ArrayList<>();
        private int most;
        private long bytes;
        private int runs;
        private long last;

        Group(int most) {
            this.most = most;
        }

        boolean hasRoomFor(PendingCall<?> call, int limit) {
            return members.isEmpty()
                    || (members.size() < Math.min(most, limit)
                            && bytes + length(call) <= TASK_BYTES
                            && (runs < MOST_RUNS || isNext(call)));
        }

        void add(PendingCall<?> call, int limit) {
            runs += members.isEmpty() || !isNext(call) ? 1 : 0;
            members.add(call);
            most = Math.min(most, limit);
            bytes += length(call);
            last = call.key().number();
        }

        private boolean isNext(PendingCall<?> call) {
            return CallNumbers.areInARow(last, call.key().number());
        }

        private static int length(PendingCall<?> call) {
            return call.written().bytes().length;
        }
    }
}
