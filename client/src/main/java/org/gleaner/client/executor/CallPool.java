package org.gleaner.client.executor;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.Spliterators;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.gleaner.client.child.CallKey;
import org.jspecify.annotations.Nullable;

/** The rules of an executor over whatever carries its calls. Thread-safe. */
final class CallPool implements GridExecutor {
    /** Inputs of a map that are under way at once. */
    private static final int MOST_AHEAD = 10_000;

    private final String name;
    private final long seed;
    private final CallCarrier carrier;
    private final List<Consumer<CallCounts>> listeners = new CopyOnWriteArrayList<>();

    // Guarded by this.
    private final Set<PendingCall<?>> pending = new LinkedHashSet<>();
    private boolean shutdown;
    private CallCounts counts = new CallCounts(0, 0, 0, 0);

    CallPool(String name, long seed, CallCarrier carrier) {
        this.name = name;
        this.seed = seed;
        this.carrier = carrier;
        carrier.beforeWords(() -> forEachBar(ProgressBar::breakLine));
    }

    private void forEachBar(Consumer<ProgressBar> action) {
        for (Consumer<CallCounts> listener : listeners) {
            if (listener instanceof ProgressBar bar) {
                action.accept(bar);
            }
        }
    }

    @Override
    public <T> Future<T> submit(Task<T> task) {
        return submit((Callable<T>) task);
    }

    @Override
    public Future<?> submit(Action action) {
        return submit((Runnable) action);
    }

    @Override
    public void execute(Action action) {
        execute((Runnable) action);
    }

    @Override
    public <T> Future<T> submit(Callable<T> task) {
        return start(task, () -> runHere(task));
    }

    @Override
    public Future<?> submit(Runnable task) {
        return start(task, task);
    }

    @Override
    public <T> Future<T> submit(Runnable task, T result) {
        return new GivenResult<>(start(task, task), result);
    }

    /** As of any executor, what it throws is told to whoever handles what nobody catches. */
    @Override
    public void execute(Runnable task) {
        PendingCall<?> call = start(task, task);
        call.whenSettled(() -> {
            Throwable thrown = call.thrown();
            if (thrown != null && !(thrown instanceof LeftToPool)) {
                Thread here = Thread.currentThread();
                here.getUncaughtExceptionHandler().uncaughtException(here, thrown);
            }
        });
    }

    private <T> PendingCall<T> start(Object task, Runnable original) {
        Objects.requireNonNull(task, "task");
        refuseIfShutdown();
        WrittenCall written = CallWriter.write(task);
        PendingCall<T> call;
        CallCounts now;
        synchronized (this) {
            refuseIfShutdown();
            counts = counts.withSubmitted();
            now = counts;
            call = new PendingCall<>(new CallKey(seed, now.submitted()), written, original, carrier::cancel);
            pending.add(call);
        }
        call.whenSettled(how -> settled(call, how));
        tell(now);
        try {
            carrier.carry(call);
        } catch (RejectedExecutionException refused) {
            call.settleCancelled();
            throw refused;
        }
        return call;
    }

    private synchronized void refuseIfShutdown() {
        if (shutdown) {
            throw new RejectedExecutionException("The executor '" + name + "' is shut down.");
        }
    }

    private void settled(PendingCall<?> call, PendingCall.Settled how) {
        CallCounts now;
        synchronized (this) {
            pending.remove(call);
            notifyAll();
            if (how.thrown() instanceof LeftToPool) {
                return;
            }
            counts = counts.withSettled(how.thrown() != null, how.cancelled());
            now = counts;
        }
        tell(now);
    }

    /** Who listens badly harms nobody else. */
    private void tell(CallCounts now) {
        for (Consumer<CallCounts> listener : listeners) {
            try {
                listener.accept(now);
            } catch (RuntimeException bad) {
                Thread here = Thread.currentThread();
                here.getUncaughtExceptionHandler().uncaughtException(here, bad);
            }
        }
    }

    @Override
    public synchronized CallCounts progress() {
        return counts;
    }

    @Override
    public void onProgress(Consumer<CallCounts> listener) {
        listeners.add(Objects.requireNonNull(listener, "listener"));
    }

    @Override
    public <T> CompletableFuture<T> async(Task<T> task) {
        PendingCall<T> call = start(task, () -> runHere(task));
        CompletableFuture<T> future = new CompletableFuture<>();
        call.whenSettledApart(() -> complete(future, call));
        // Whoever completes it otherwise, by cancelling it above all, does not want the call.
        CompletableFuture<T> unused = future.whenComplete((value, thrown) -> call.cancel(true));
        return future;
    }

    private static <T> void complete(CompletableFuture<T> future, PendingCall<T> call) {
        try {
            future.complete(call.get());
        } catch (ExecutionException thrown) {
            future.completeExceptionally(thrown.getCause());
        } catch (CancellationException cancelled) {
            future.cancel(false);
        } catch (InterruptedException never) {
            // It is settled, so nobody waits.
            Thread.currentThread().interrupt();
            future.completeExceptionally(never);
        }
    }

    @Override
    public <A, R> Stream<R> map(Iterable<? extends A> inputs, Mapping<A, R> function) {
        Objects.requireNonNull(function, "function");
        refuseIfShutdown();
        Function<A, PendingCall<R>> start = input -> {
            Task<R> task = new MappedCall<>(function, input);
            return start(task, () -> runHere(task));
        };
        MappedResults<A, R> results = new MappedResults<>(inputs.iterator(), start, MOST_AHEAD);
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(results, 0), false)
                .onClose(results::cancel);
    }

    private static void runHere(Callable<?> task) {
        try {
            Object unused = task.call();
        } catch (RuntimeException thrown) {
            throw thrown;
        } catch (Exception thrown) {
            throw new GridException("The call threw an exception.", thrown);
        }
    }

    @Override
    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks) throws InterruptedException {
        return all(tasks, TimeLeft.unbounded());
    }

    @Override
    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
            throws InterruptedException {
        return all(tasks, TimeLeft.of(timeout, unit));
    }

    private <T> List<Future<T>> all(Collection<? extends Callable<T>> tasks, TimeLeft wait)
            throws InterruptedException {
        List<Future<T>> futures = new ArrayList<>();
        boolean complete = false;
        List<Callable<T>> all = allThere(tasks);
        try {
            for (Callable<T> task : all) {
                futures.add(submit(task));
            }
            for (Future<T> future : futures) {
                if (!isDoneBy(future, wait)) {
                    return futures;
                }
            }
            complete = true;
            return futures;
        } finally {
            if (!complete) {
                futures.forEach(future -> future.cancel(true));
            }
        }
    }

    /** Before any is sent: of a list with a gap none is. */
    private static <T> List<Callable<T>> allThere(Collection<? extends Callable<T>> tasks) {
        List<Callable<T>> all = new ArrayList<>(tasks);
        all.forEach(task -> Objects.requireNonNull(task, "task"));
        return all;
    }

    private static boolean isDoneBy(Future<?> future, TimeLeft wait) throws InterruptedException {
        try {
            Object unused = future.get(wait.nanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (CancellationException | ExecutionException settled) {
            return true;
        } catch (TimeoutException late) {
            return false;
        }
    }

    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> tasks) throws InterruptedException, ExecutionException {
        try {
            return any(tasks, TimeLeft.unbounded());
        } catch (TimeoutException never) {
            throw new IllegalStateException(never);
        }
    }

    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        return any(tasks, TimeLeft.of(timeout, unit));
    }

    /** All at once, other than threads would: which of them a machine gets first is not known here. */
    private <T> T any(Collection<? extends Callable<T>> tasks, TimeLeft wait)
            throws InterruptedException, ExecutionException, TimeoutException {
        List<Callable<T>> all = allThere(tasks);
        if (all.isEmpty()) {
            throw new IllegalArgumentException("there is no task of which any could be done");
        }
        List<PendingCall<T>> calls = new ArrayList<>();
        try {
            LinkedBlockingQueue<PendingCall<T>> done = new LinkedBlockingQueue<>();
            for (Callable<T> task : all) {
                PendingCall<T> call = start(task, () -> runHere(task));
                calls.add(call);
                call.whenSettled(() -> done.add(call));
            }
            @Nullable ExecutionException last = null;
            for (int i = 0; i < calls.size(); i++) {
                PendingCall<T> call = done.poll(wait.nanos(), TimeUnit.NANOSECONDS);
                if (call == null) {
                    throw new TimeoutException("no task was done in time");
                }
                try {
                    return call.get();
                } catch (ExecutionException failed) {
                    last = failed;
                } catch (CancellationException cancelled) {
                    last = new ExecutionException(cancelled);
                }
            }
            throw Objects.requireNonNull(last);
        } finally {
            calls.forEach(call -> call.cancel(true));
        }
    }

    @Override
    public void shutdown() {
        synchronized (this) {
            if (shutdown) {
                return;
            }
            shutdown = true;
            notifyAll();
        }
        carrier.seal();
    }

    /** Those that had not left are returned; all are cancelled. */
    @Override
    public List<Runnable> shutdownNow() {
        shutdown();
        List<PendingCall<?>> left;
        synchronized (this) {
            left = new ArrayList<>(pending);
        }
        List<Runnable> never = new ArrayList<>();
        for (PendingCall<?> call : left) {
            if (carrier.withdraw(call)) {
                never.add(call.original());
            }
        }
        left.forEach(call -> call.cancel(true));
        carrier.close();
        return never;
    }

    @Override
    public List<String> jobs() {
        return carrier.jobs();
    }

    @Override
    public List<String> detach() {
        synchronized (this) {
            shutdown = true;
            notifyAll();
        }
        carrier.leave();
        CallCounts last = progress();
        forEachBar(bar -> bar.detached(last));
        return carrier.jobs();
    }

    @Override
    public synchronized boolean isShutdown() {
        return shutdown;
    }

    @Override
    public synchronized boolean isTerminated() {
        return shutdown && pending.isEmpty();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        TimeLeft wait = TimeLeft.of(timeout, unit);
        synchronized (this) {
            for (long left = wait.nanos(); left > 0 && !isTerminated(); left = wait.nanos()) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
            return isTerminated();
        }
    }

    @Override
    public void close() {
        shutdown();
        try {
            while (!awaitTermination(1, TimeUnit.DAYS)) {
                // As long as it takes.
            }
        } catch (InterruptedException impatient) {
            List<Runnable> unused = shutdownNow();
            Thread.currentThread().interrupt();
        }
        carrier.close();
    }
}
