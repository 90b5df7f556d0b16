package org.gleaner.client.child;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.gleaner.client.child.ResultReader.Read;
import org.jspecify.annotations.Nullable;

/**
 * Reads results in a thread that can be given up: a machine may have made one that takes for ever to read. Confined to
 * whoever waits for it.
 */
final class PatientReader {
    /** Each has a processor for itself, and nobody gets it back. */
    private static final int MOST_GIVEN_UP = 4;

    private final ToLongFunction<CallOutcome> patience;
    private final AtomicInteger givenUp = new AtomicInteger();
    private @Nullable ExecutorService thread;

    /** @param patience in seconds */
    PatientReader(ToLongFunction<CallOutcome> patience) {
        this.patience = patience;
    }

    /** @param what ran, as the subject of a sentence */
    Read read(String what, CallOutcome outcome, Supplier<Read> reading) throws InterruptedException, IOException {
        if (givenUp.get() >= MOST_GIVEN_UP) {
            throw new IOException("results keep coming that take for ever to read");
        }
        // Whoever gave the result before to its problem may have been interrupted by it.
        boolean unused = Thread.interrupted();
        long seconds = patience.applyAsLong(outcome);
        ExecutorService current = thread == null ? Executors.newSingleThreadExecutor(PatientReader::daemon) : thread;
        thread = current;
        AtomicInteger state = new AtomicInteger();
        Future<Read> read = current.submit(() -> {
            try {
                return reading.get();
            } finally {
                // Whoever waited has gone before it was read.
                if (state.getAndIncrement() > 0) {
                    givenUp.decrementAndGet();
                }
            }
        });
        try {
            return read.get(seconds, TimeUnit.SECONDS);
        } catch (TimeoutException late) {
            if (state.getAndIncrement() == 0) {
                givenUp.incrementAndGet();
            }
            thread = null;
            var unusedTasks = current.shutdownNow();
            return new Read(null, null, what + ResultReader.takesTooLong(seconds), null);
        } catch (ExecutionException failed) {
            return new Read(null, null, what + " returned what can't be read here: " + failed.getCause(), failed);
        }
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "results");
        thread.setDaemon(true);
        return thread;
    }
}
