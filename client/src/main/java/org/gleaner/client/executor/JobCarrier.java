package org.gleaner.client.executor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.gleaner.client.call.GrowingJob;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.child.CallFile;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.file.SubmissionKeys;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.TaskState;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.TaskPage;
import org.gleaner.protocol.message.TaskRow;

/**
 * Carries calls as tasks of growing jobs. One thread of its own speaks with the server; others only leave calls and
 * wishes here.
 */
final class JobCarrier implements CallCarrier {
    private static final long SHORTEST_PAUSE_MILLIS = 20;
    private static final long LONGEST_PAUSE_MILLIS = 1_000;
    private static final int MOST_TASKS = 256;
    private static final int LEAST_TASKS = 4;
    private static final int PAGE = 1_000;
    /** Calls that are submitted one after the other shall go together. */
    private static final long COLLECT_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private static final long LAST_WORDS_MILLIS = 30_000;
    /** So long the calls of a task take together, if they are short. */
    private static final long TASK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final CodeJobs jobs;
    private final UserCalls calls;
    private final Path directory;
    private final TaskOutcomes outcomes;
    private final Thread thread;

    // Guarded by this.
    private final Deque<PendingCall<?>> queue = new ArrayDeque<>();
    private final List<PendingCall<?>> cancelled = new ArrayList<>();
    private boolean sealed;
    private boolean closed;

    // Of the thread.
    private final TreeMap<JobId, TreeMap<Integer, SentTask>> sent = new TreeMap<>();
    /** Those that must travel alone, as they came back from a task that crashed. */
    private final Set<PendingCall<?>> alone = new HashSet<>();

    JobCarrier(UserCalls calls, String type) throws IOException {
        this.calls = calls;
        this.directory = Files.createTempDirectory("gleaner-executor");
        this.jobs = new CodeJobs(calls, type, directory);
        this.outcomes = new TaskOutcomes(calls, directory);
        this.thread = new Thread(this::work, "gleaner-executor-" + type);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public synchronized void carry(PendingCall<?> call) {
        if (closed || sealed) {
            throw new RejectedExecutionException("The executor is shut down.");
        }
        queue.add(call);
        notifyAll();
    }

    @Override
    public synchronized void cancel(PendingCall<?> call, boolean running) {
        if (!queue.remove(call) && running) {
            cancelled.add(call);
            notifyAll();
        }
    }

    @Override
    public synchronized boolean withdraw(PendingCall<?> call) {
        return queue.remove(call);
    }

    @Override
    public synchronized void seal() {
        sealed = true;
        notifyAll();
    }

    /** Returns when the server was told, or after half a minute. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        try {
            thread.join(LAST_WORDS_MILLIS);
        } catch (InterruptedException impatient) {
            Thread.currentThread().interrupt();
        }
    }

    private void work() {
        try {
            long pause = SHORTEST_PAUSE_MILLIS;
            while (!isOver()) {
                List<PendingCall<?>> portion = await(pause);
                boolean moved = !portion.isEmpty();
                if (moved) {
                    send(portion);
                }
                cancelUnwanted();
                moved |= look();
                pause = moved ? SHORTEST_PAUSE_MILLIS : Math.min(LONGEST_PAUSE_MILLIS, pause + pause / 2);
            }
        } catch (InterruptedException told) {
            // The program ends.
        } finally {
            end();
        }
    }

    private synchronized boolean isOver() {
        return closed || (sealed && queue.isEmpty() && sent.isEmpty());
    }

    /** Waits a while for calls, and takes as many as go with one addition. */
    private synchronized List<PendingCall<?>> await(long millis) throws InterruptedException {
        // With nothing under way there is nothing to look for.
        long pause = TimeUnit.MILLISECONDS.toNanos(sent.isEmpty() ? LAST_WORDS_MILLIS : millis);
        long begun = System.nanoTime();
        for (long left = pause;
                left > 0 && queue.isEmpty() && cancelled.isEmpty() && !isOver();
                left = begun + pause - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        long end = System.nanoTime() + COLLECT_NANOS;
        for (long left = COLLECT_NANOS; left > 0 && !queue.isEmpty() && !closed; left = end - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        List<PendingCall<?>> portion = new ArrayList<>();
        int most = MOST_TASKS * group(queue.size());
        while (portion.size() < most && !queue.isEmpty()) {
            portion.add(queue.remove());
        }
        return portion;
    }

    /** How many of so many calls go into one task. */
    private int group(int waiting) {
        long mean = outcomes.meanNanos();
        long most = mean == 0 ? 1 : Math.min(CallFile.MOST_CALLS, TASK_NANOS / mean);
        // Some may take longer than others, so not all go into one.
        return (int) Math.max(1, Math.min(most, waiting / LEAST_TASKS));
    }

    private void send(List<PendingCall<?>> portion) throws InterruptedException {
        List<List<PendingCall<?>>> groups = new ArrayList<>();
        int size = group(portion.size());
        List<PendingCall<?>> current = new ArrayList<>();
        for (PendingCall<?> call : portion) {
            if (alone.remove(call)) {
                groups.add(List.of(call));
                continue;
            }
            current.add(call);
            if (current.size() == size) {
                groups.add(current);
                current = new ArrayList<>();
            }
        }
        if (!current.isEmpty()) {
            groups.add(current);
        }
        try {
            List<Path> files = new ArrayList<>();
            for (List<PendingCall<?>> group : groups) {
                Path file = Files.createTempFile(directory, "calls", "");
                CallFile.write(
                        file, group.stream().map(call -> call.written().bytes()).toList());
                files.add(file);
            }
            add(portion, groups, files);
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | ClientFailure | CallFailed | RuntimeException failed) {
            portion.forEach(call -> call.fail(new GridException("The call can't be sent. " + said(failed), failed)));
        }
    }

    /** A server that is away is waited for; a job that takes nothing any more is replaced, once. */
    private void add(List<PendingCall<?>> portion, List<List<PendingCall<?>>> groups, List<Path> files)
            throws IOException, ClientFailure, CallFailed, InterruptedException {
        String key = SubmissionKeys.fresh();
        for (boolean second = false; ; ) {
            try {
                GrowingJob job = jobs.of(portion);
                int first = jobs.add(job, files, key);
                for (int i = 0; i < groups.size(); i++) {
                    TreeMap<Integer, SentTask> tasks = sent.computeIfAbsent(job.id(), id -> new TreeMap<>());
                    tasks.put(first + i, new SentTask(job, first + i, groups.get(i)));
                }
                return;
            } catch (CallFailed failed) {
                synchronized (this) {
                    if (closed || (!failed.isAway() && second)) {
                        throw failed;
                    }
                }
                if (!failed.isAway()) {
                    second = true;
                    jobs.seal();
                }
            }
        }
    }

    private static String said(Exception failed) {
        return failed instanceof CallFailed call
                ? call.trouble().what() + " " + call.trouble().why()
                : String.valueOf(failed.getMessage());
    }

    private void cancelUnwanted() {
        Set<PendingCall<?>> unwanted;
        synchronized (this) {
            unwanted = new HashSet<>(cancelled);
            cancelled.clear();
        }
        if (unwanted.isEmpty()) {
            return;
        }
        for (TreeMap<Integer, SentTask> tasks : sent.values()) {
            for (SentTask task : tasks.values()) {
                if (task.isSettled() && task.calls().stream().anyMatch(unwanted::contains)) {
                    Answer<Boolean> unused = task.job().cancel(task.ordinal());
                }
            }
        }
    }

    /** Whether something was settled. */
    private boolean look() {
        boolean moved = false;
        for (TreeMap<Integer, SentTask> tasks : List.copyOf(sent.values())) {
            try {
                moved |= look(tasks);
            } catch (CallFailed failed) {
                if (!failed.isAway()) {
                    tasks.values().forEach(task -> task.fail(new GridException(said(failed), failed)));
                    tasks.clear();
                    moved = true;
                }
            }
        }
        sent.values().removeIf(TreeMap::isEmpty);
        return moved;
    }

    private boolean look(TreeMap<Integer, SentTask> tasks) throws CallFailed {
        boolean moved = false;
        int last = tasks.lastKey();
        int from = tasks.firstKey();
        while (from > 0 && from <= last) {
            JobId job =
                    tasks.isEmpty() ? null : tasks.firstEntry().getValue().job().id();
            if (job == null) {
                break;
            }
            TaskPage page = calls.tasks(job, from, PAGE, null).get();
            for (TaskRow row : page.tasks()) {
                SentTask task = tasks.get(row.task());
                if (task != null && isOver(task, row)) {
                    tasks.remove(row.task());
                    moved = true;
                }
            }
            from = page.next() > from ? page.next() : 0;
        }
        return moved;
    }

    private boolean isOver(SentTask task, TaskRow row) throws CallFailed {
        if (row.state() == TaskState.DONE) {
            again(outcomes.settle(task, row));
            return true;
        }
        if (row.state() == TaskState.CANCELLED) {
            task.calls().forEach(PendingCall::settleCancelled);
            return true;
        }
        if (row.state() != TaskState.BLOCKED) {
            return false;
        }
        if (task.calls().size() > 1) {
            again(task.calls());
        } else {
            task.fail(TaskOutcomes.failure(task, row));
        }
        return true;
    }

    private void again(List<PendingCall<?>> back) {
        alone.addAll(back);
        synchronized (this) {
            queue.addAll(back);
        }
    }

    private void end() {
        List<PendingCall<?>> left;
        synchronized (this) {
            closed = true;
            left = new ArrayList<>(queue);
            queue.clear();
        }
        left.forEach(PendingCall::settleCancelled);
        for (TreeMap<Integer, SentTask> tasks : sent.values()) {
            Answer<Boolean> unused = tasks.firstEntry().getValue().job().cancel();
            tasks.values().forEach(task -> task.calls().forEach(PendingCall::settleCancelled));
        }
        jobs.seal();
    }
}
