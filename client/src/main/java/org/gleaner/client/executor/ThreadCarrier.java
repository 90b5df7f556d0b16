package org.gleaner.client.executor;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.gleaner.client.child.CallOutcome;
import org.gleaner.client.child.CallRunner;
import org.gleaner.client.child.PatientReader;

/** Runs calls in threads of this JVM, through the same serialisation as on other machines. */
final class ThreadCarrier implements CallCarrier {
    private final Map<PendingCall<?>, Future<?>> begun = new ConcurrentHashMap<>();
    private final ThreadPoolExecutor threads;

    private final PatientReader reader;

    /** @param reader reads what calls return, which may take for ever here as from anywhere else */
    ThreadCarrier(String name, int threads, PatientReader reader) {
        this.reader = reader;
        this.threads = new ThreadPoolExecutor(
                threads, threads, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> daemon(name, task));
    }

    private static Thread daemon(String name, Runnable task) {
        Thread thread = new Thread(task, "gleaner-local-" + name);
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public void carry(PendingCall<?> call) {
        // Before it can run: its end removes it. Settling must not, as who cancels it settles it first.
        CompletableFuture<Void> known = new CompletableFuture<>();
        begun.put(call, threads.submit(() -> {
            Object unused = known.join();
            run(call);
            begun.remove(call);
        }));
        known.complete(null);
    }

    private void run(PendingCall<?> call) {
        WrittenCall written = call.written();
        try {
            CallOutcome outcome = new CallRunner(written.loader()).run(call.travelling());
            call.settle(
                    new OutcomeReader(written, "a thread of this JVM").read(outcome, LocalExecutors.MACHINE, reader));
        } catch (InterruptedException cancelled) {
            Thread.currentThread().interrupt();
            call.settleCancelled();
        } finally {
            // Whatever else happened, nobody waits for ever.
            call.fail(new GridException("The call could not be run.", null));
        }
    }

    @Override
    public void cancel(PendingCall<?> call, boolean running) {
        Future<?> thread = begun.remove(call);
        if (thread != null) {
            boolean withdrawn = thread instanceof Runnable waiting && threads.remove(waiting);
            boolean unused = thread.cancel(running || withdrawn);
        }
    }

    @Override
    public boolean withdraw(PendingCall<?> call) {
        Future<?> thread = begun.get(call);
        return thread instanceof Runnable waiting && threads.remove(waiting);
    }

    @Override
    public void seal() {
        threads.shutdown();
    }

    @Override
    public List<String> jobs() {
        return List.of();
    }

    @Override
    public void leave() {
        throw new UnsupportedOperationException("Calls in threads of this JVM end with it.");
    }

    @Override
    public void close() {
        var unused = threads.shutdownNow();
    }
}
