package org.gleaner.client.executor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.gleaner.client.call.GrowingJob;
import org.gleaner.client.call.KeptTasks;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.child.CallFile;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.file.SubmissionKeys;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.problem.Problem;
import org.gleaner.protocol.problem.ProblemKind;
import org.jspecify.annotations.Nullable;

/**
 * Carries calls as tasks of growing jobs. One thread of its own speaks with the server; others only leave calls and
 * wishes here.
 */
final class JobCarrier implements CallCarrier {
    private static final long SHORTEST_PAUSE_MILLIS = 8;
    private static final long LONGEST_PAUSE_MILLIS = 1_000;
    /** Between two tries to send something to a server that has no room for it. */
    private static final long ROOM_PAUSE_SECONDS = 2;
    /** It is so much longer each time: what is over is known an eighth later than it could be. */
    private static final long LONGER = 8;

    /** In one addition: while these are sent, it is learnt how long calls take. */
    private static final int MOST_TASKS = 64;
    /** Under way at once; what comes later waits here. */
    private static final int MOST_SENT = 10_000;
    /** Calls that are submitted one after the other shall go together. */
    private static final long COLLECT_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** So many wait for a machine, or as many as run, until it is known how long calls take. */
    private static final int PROBES = 16;

    private static final long LAST_WORDS_MILLIS = 30_000;
    /** Between two tries to say last words to a server that is away. */
    private static final long WORDS_PAUSE_MILLIS = 500;

    private final CodeJobs jobs;
    private final TravelDirectory directory = new TravelDirectory();
    private final CallGroups groups = new CallGroups();
    /** Of this executor, as others may have jobs of the same name. */
    private final String name = SubmissionKeys.fresh();

    private final OutcomeReaders readers = new OutcomeReaders();
    private final SentTasks sent;
    private final Standstills standstills;
    private final Attendance attendance;
    private final Thread thread;
    private volatile Runnable beforeWords = () -> {};

    // Guarded by this.
    private final Deque<PendingCall<?>> queue = new ArrayDeque<>();
    private final List<PendingCall<?>> cancelled = new ArrayList<>();
    private final Set<String> made = new LinkedHashSet<>();
    private boolean sealed;
    private boolean left;
    private boolean closed;

    /** Of the thread: cancelled while the server was away. */
    private List<PendingCall<?>> untold = List.of();

    JobCarrier(UserCalls calls, ExecutorJob like) throws IOException {
        this.jobs = new CodeJobs(calls, like, directory.path());
        this.sent = new SentTasks(calls, new TaskOutcomes(calls, directory.path(), groups, readers));
        this.attendance = Attendance.at(calls);
        this.standstills = new Standstills(
                job -> KeptTasks.of(calls, job), like.spec().type(), () -> beforeWords.run(), System::nanoTime);
        this.thread = new Thread(this::work, "gleaner-executor-" + like.spec().type());
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void beforeWords(Runnable action) {
        beforeWords = action;
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

    @Override
    public synchronized List<String> jobs() {
        return List.copyOf(made);
    }

    @Override
    public void leave() {
        synchronized (this) {
            sealed = true;
            left = true;
            notifyAll();
        }
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException impatient) {
                // What has not been sent would be lost.
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
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
                send(new ArrayDeque<>(portion));
                jobs.seal();
                cancelUnwanted();
                List<PendingCall<?>> again = sent.look();
                if (again != null) {
                    moved = true;
                    standstills.settled();
                }
                attendance.tell(jobs.growing());
                attend(moved);
                again(again == null ? List.of() : again);
                pause = moved ? SHORTEST_PAUSE_MILLIS : Math.min(LONGEST_PAUSE_MILLIS, pause + pause / LONGER);
            }
        } catch (InterruptedException told) {
            // The program ends.
        } catch (RuntimeException | LinkageError | VirtualMachineError bug) {
            // Such as another version of a library on the class path of the program: nobody shall wait for ever.
            fail(new GridException("The executor failed: " + bug, bug));
        } finally {
            end();
        }
    }

    private void fail(GridException why) {
        List<PendingCall<?>> unsent;
        synchronized (this) {
            closed = true;
            unsent = new ArrayList<>(queue);
        }
        unsent.forEach(call -> call.fail(why));
        sent.fail(why);
    }

    private void attend(boolean moved) {
        JobId oldest = sent.oldest();
        if (moved || oldest == null) {
            standstills.moved();
        } else {
            standstills.still(oldest);
        }
    }

    private synchronized boolean isOver() {
        return closed || (sealed && queue.isEmpty() && (left || (sent.size() == 0 && readers.isIdle())));
    }

    /** Waits a while for calls, and takes as many as go with one addition. */
    private synchronized List<PendingCall<?>> await(long millis) throws InterruptedException {
        // With nothing under way there is nothing to look for.
        boolean still = sent.size() == 0 && readers.isIdle();
        long pause = TimeUnit.MILLISECONDS.toNanos(still ? LAST_WORDS_MILLIS : millis);
        long begun = System.nanoTime();
        for (long left = pause;
                left > 0 && !hasRoomForCalls() && cancelled.isEmpty() && !isOver();
                left = begun + pause - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        List<PendingCall<?>> portion = new ArrayList<>();
        if (!hasRoomForCalls()) {
            return portion;
        }
        long end = System.nanoTime() + COLLECT_NANOS;
        for (long left = COLLECT_NANOS; left > 0 && !closed; left = end - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        int most = Math.min(room(), MOST_TASKS) * groups.size(queue.size());
        while (portion.size() < most && !queue.isEmpty()) {
            portion.add(queue.remove());
        }
        return portion;
    }

    private synchronized boolean hasRoomForCalls() {
        return !queue.isEmpty() && room() > 0;
    }

    /** So many tasks may be sent now: what waits there can't be put together any more when calls turn out short. */
    private synchronized int room() {
        int waiting = sent.size() - sent.running();
        return groups.areKnown(queue.size()) || left
                ? MOST_SENT - sent.size()
                : Math.max(PROBES, sent.running()) - waiting;
    }

    private void send(Deque<PendingCall<?>> portion) throws InterruptedException {
        while (!portion.isEmpty()) {
            List<PendingCall<?>> together = jobs.together(portion);
            if (together.isEmpty()) {
                continue;
            }
            LinkedHashMap<CallNumbers, Path> files = new LinkedHashMap<>();
            try {
                List<List<PendingCall<?>>> tasks = groups.of(together);
                for (List<PendingCall<?>> task : tasks) {
                    Path file = Files.createTempFile(directory.path(), ExecutorJob.CALLS, "");
                    files.put(numbers(task), file);
                    CallFile.write(
                            file, task.stream().map(PendingCall::travelling).toList());
                }
                add(tasks, files);
            } catch (IOException | ClientFailure | CallFailed | RuntimeException failed) {
                GridException why = Unsent.because("The call can't be sent.", failed);
                together.forEach(call -> call.fail(why));
            } finally {
                for (Path file : files.values()) {
                    boolean unused = file.toFile().delete();
                }
            }
        }
    }

    private CallNumbers numbers(List<PendingCall<?>> task) {
        return new CallNumbers(
                name, task.stream().map(call -> call.key().number()).toList());
    }

    /** A server that is away, or has no room, is waited for; a job that takes nothing any more is replaced, once. */
    private void add(List<List<PendingCall<?>>> tasks, LinkedHashMap<CallNumbers, Path> files)
            throws IOException, ClientFailure, CallFailed, InterruptedException {
        @Nullable JobId last = null;
        String key = "";
        int replaced = 0;
        while (true) {
            try {
                GrowingJob job = jobs.current();
                if (!job.id().equals(last)) {
                    // A key belongs to one addition to one job: another job would take it for what it had before.
                    key = SubmissionKeys.fresh();
                    last = job.id();
                    synchronized (this) {
                        made.add(last.toString());
                    }
                }
                int first = jobs.add(job, files, key);
                attendance.heard(job.id());
                standstills.taken();
                for (int i = 0; i < tasks.size(); i++) {
                    sent.add(new SentTask(job, first + i, tasks.get(i)));
                }
                return;
            } catch (CallFailed failed) {
                boolean hopeless = !failed.isAway() && (!isGone(failed.problem()) || replaced++ > 0);
                synchronized (this) {
                    if (closed || hopeless) {
                        throw failed;
                    }
                }
                if (!failed.isAway()) {
                    jobs.retire();
                } else if (!failed.passes()) {
                    awaitRoom();
                }
            }
        }
    }

    /** Somebody has to make room on the server, which may take hours, and a computation of days should live on. */
    private void awaitRoom() throws InterruptedException {
        standstills.full();
        TimeUnit.SECONDS.sleep(ROOM_PAUSE_SECONDS);
    }

    /** Whether somebody sealed, cancelled or deleted the job. */
    private static boolean isGone(@Nullable Problem problem) {
        return problem != null && (problem.is(ProblemKind.ILLEGAL_TRANSITION) || problem.is(ProblemKind.UNKNOWN_JOB));
    }

    private void cancelUnwanted() {
        List<PendingCall<?>> unwanted = new ArrayList<>(untold);
        synchronized (this) {
            unwanted.addAll(cancelled);
            cancelled.clear();
        }
        untold = sent.cancel(unwanted);
    }

    private void again(List<PendingCall<?>> back) {
        synchronized (this) {
            queue.addAll(back);
        }
    }

    private void end() {
        List<PendingCall<?>> unsent;
        boolean leaving;
        synchronized (this) {
            leaving = left && !closed;
            closed = true;
            unsent = new ArrayList<>(queue);
            queue.clear();
        }
        unsent.forEach(PendingCall::settleCancelled);
        if (leaving) {
            GridException why = new LeftToPool(jobs());
            sent.fail(why);
            sent.forget();
            readers.end(why);
        }
        List<GrowingJob> unwanted = leaving ? List.of() : sent.cancelAll();
        if (!leaving) {
            readers.end(new GridException("The executor ended before the outcome of the call was read.", null));
        }
        jobs.retire();
        lastWords(unwanted);
        directory.close();
    }

    /** A server that is away for a moment is told when it is back: else jobs would stay open, or run on, for days. */
    private void lastWords(List<GrowingJob> unwanted) {
        List<GrowingJob> running = new ArrayList<>(unwanted);
        long begun = System.nanoTime();
        jobs.seal();
        while (!running.isEmpty() || !jobs.unsealed().isEmpty()) {
            if (System.nanoTime() - begun > TimeUnit.MILLISECONDS.toNanos(LAST_WORDS_MILLIS)) {
                standstills.unheard(running.stream().map(GrowingJob::id).toList(), jobs.unsealed());
                return;
            }
            try {
                TimeUnit.MILLISECONDS.sleep(WORDS_PAUSE_MILLIS);
            } catch (InterruptedException impatient) {
                Thread.currentThread().interrupt();
                return;
            }
            running.removeIf(job -> !job.cancel().isAway());
            jobs.seal();
        }
    }
}
