package org.gleaner.client.executor;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.gleaner.client.call.GrowingJob;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.child.CallKey;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.job.Chosen;
import org.gleaner.client.job.Watch;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.Spans;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.EntryList;
import org.jspecify.annotations.Nullable;

/**
 * Calls that another program sent, or this one before: looks what becomes of them, in a thread of its own. Closing it
 * leaves them alone. Thread-safe.
 */
final class AttachedCalls implements AutoCloseable {
    private static final Logger LOG = System.getLogger("org.gleaner.client.executor");
    private static final long SHORTEST_PAUSE_MILLIS = 20;
    private static final long LONGEST_PAUSE_MILLIS = 1_000;
    private static final int PAGE = 1_000;

    private final TravelDirectory directory = new TravelDirectory();
    private final OutcomeReaders readers = new OutcomeReaders();
    private final SentTasks sent;
    private final Attendance attendance;
    private final Set<JobId> jobs = new LinkedHashSet<>();
    private final TreeMap<Long, PendingCall<?>> found = new TreeMap<>();
    private final Thread thread = new Thread(this::work, "gleaner-attached");

    // Guarded by this.
    private final List<PendingCall<?>> cancelled = new ArrayList<>();
    private boolean closed;

    /** One task, and what its entry says. */
    private record Described(GrowingJob job, int ordinal, CallNumbers numbers) {}

    /**
     * Asks which calls there are; a server that is away is waited for, for some minutes.
     *
     * @param result tells what code, beside the JDK, results may have, and who knows it
     */
    static AttachedCalls of(UserCalls calls, Class<?> result, List<String> selectors)
            throws IOException, CallFailed, ClientFailure, InterruptedException {
        List<Described> tasks = Watch.patiently(
                () -> described(calls, selectors),
                null,
                (away, longest) -> LOG.log(
                        Level.WARNING,
                        "{0} {1} Attaching waits up to {2} for it.",
                        away.what(),
                        away.why(),
                        Spans.text(longest)));
        return new AttachedCalls(calls, result, tasks);
    }

    private AttachedCalls(UserCalls calls, Class<?> result, List<Described> tasks) throws IOException {
        attendance = Attendance.at(calls);
        sent = new SentTasks(calls, new TaskOutcomes(calls, directory.path(), new CallGroups(), readers));
        ClassLoader loader = result.getClassLoader() == null
                ? Thread.currentThread().getContextClassLoader()
                : result.getClassLoader();
        WrittenCall like = new WrittenCall(new byte[0], Set.of(result), loader);
        for (Described task : tasks) {
            List<PendingCall<?>> members = new ArrayList<>();
            for (long number : task.numbers().numbers()) {
                PendingCall<?> call = new PendingCall<>(new CallKey(0, number), like, () -> {}, this::cancel);
                members.add(call);
                // One that was sent again is in a later task, too, and that counts.
                found.put(number, call);
            }
            sent.add(new SentTask(task.job(), task.ordinal(), members));
            jobs.add(task.job().id());
        }
        attendance.tell(jobs);
        thread.setDaemon(true);
        thread.start();
    }

    /** By their numbers, in the order in which they were submitted, from 1 on. */
    // Whoever attaches says what they return.
    @SuppressWarnings("unchecked")
    <T> NavigableMap<Long, Future<T>> futures() {
        TreeMap<Long, Future<T>> futures = new TreeMap<>();
        found.forEach((number, call) -> futures.put(number, (Future<T>) call));
        return futures;
    }

    /** All tasks of the newest executor among those jobs, the oldest first. */
    private static List<Described> described(UserCalls calls, List<String> selectors) throws CallFailed, ClientFailure {
        TreeMap<Long, GrowingJob> jobs = new TreeMap<>();
        for (String selector : selectors) {
            for (Chosen chosen : Chosen.of(calls, selector)) {
                jobs.put(chosen.job().id().value(), new GrowingJob(chosen.job().id(), calls));
            }
        }
        List<Described> tasks = new ArrayList<>();
        @Nullable String executor = null;
        for (GrowingJob job : jobs.descendingMap().values()) {
            for (Described task : described(job)) {
                executor = executor == null ? task.numbers().executor() : executor;
                if (task.numbers().executor().equals(executor)) {
                    tasks.add(task);
                }
            }
        }
        if (tasks.isEmpty()) {
            throw ClientFailure.complete(
                    "There are no calls of an executor in " + String.join(", ", selectors) + ".",
                    "None of its tasks says which calls it has.",
                    "Name a job that an executor made; 'gleaner status' lists them by name.");
        }
        tasks.sort((one, other) -> one.job().id().equals(other.job().id())
                ? Integer.compare(one.ordinal(), other.ordinal())
                : Long.compare(one.job().id().value(), other.job().id().value()));
        return tasks;
    }

    private static List<Described> described(GrowingJob job) throws CallFailed {
        List<Described> tasks = new ArrayList<>();
        for (int from = 1; from > 0; ) {
            EntryList page = job.calls().entries(job.id(), from, PAGE).get();
            int ordinal = page.from();
            for (Entry entry : page.entries()) {
                CallNumbers numbers = CallNumbers.read(entry.value());
                if (numbers != null) {
                    tasks.add(new Described(job, ordinal, numbers));
                }
                ordinal++;
            }
            from = page.next() > from ? page.next() : 0;
        }
        return tasks;
    }

    private synchronized void cancel(PendingCall<?> call, boolean running) {
        if (running) {
            cancelled.add(call);
            notifyAll();
        }
    }

    private void work() {
        try {
            long pause = SHORTEST_PAUSE_MILLIS;
            while ((sent.size() > 0 || !readers.isIdle()) && !isClosed()) {
                List<PendingCall<?>> unrun = sent.look();
                if (unrun != null) {
                    unrun.forEach(call -> call.fail(new GridException(
                            "The call did not run, or its JVM crashed with others in it; only the program that"
                                    + " submitted it can send it again.",
                            null)));
                }
                attendance.tell(jobs);
                pause = unrun != null ? SHORTEST_PAUSE_MILLIS : Math.min(LONGEST_PAUSE_MILLIS, pause + pause / 2);
                List<PendingCall<?>> unused = sent.cancel(await(pause));
            }
        } catch (InterruptedException told) {
            // The program ends.
        } finally {
            found.values().forEach(PendingCall::settleCancelled);
            readers.end(new GridException("The call was left to the pool.", null));
            directory.close();
        }
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    private synchronized List<PendingCall<?>> await(long millis) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (long left = 1; left > 0 && cancelled.isEmpty() && !closed; left = end - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(1, end - System.nanoTime()));
        }
        List<PendingCall<?>> unwanted = new ArrayList<>(cancelled);
        cancelled.clear();
        return unwanted;
    }

    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
    }
}
