package org.gleaner.client.child;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.gleaner.client.child.ResultReader.Read;
import org.jspecify.annotations.Nullable;

/**
 * Reads each result in a thread that can be given up: whoever made it may have made one that takes for ever to read.
 * Thread-safe.
 */
public final class PatientReader {
    private final ToLongFunction<CallOutcome> patience;

    /** With the patience that everybody has. */
    public PatientReader() {
        this(ResultReader::patienceSeconds);
    }

    /** @param patience in seconds */
    public PatientReader(ToLongFunction<CallOutcome> patience) {
        this.patience = patience;
    }

    /**
     * @param what ran, as the subject of a sentence
     * @param machine from which it comes; null: nobody knows
     */
    public Read read(String what, @Nullable String machine, CallOutcome outcome, Supplier<Read> reading)
            throws InterruptedException {
        // Whoever gave the result before to its problem, or ran its call, may have been interrupted by it.
        boolean unused = Thread.interrupted();
        String refusal = LostReaders.refusal(machine);
        if (refusal != null) {
            return new Read(null, null, refusal, null);
        }
        long seconds = patience.applyAsLong(outcome);
        AtomicInteger ended = new AtomicInteger();
        FutureTask<Read> read = new FutureTask<>(() -> {
            try {
                return reading.get();
            } finally {
                if (ended.getAndIncrement() > 0) {
                    // Whoever waited has gone before it was read.
                    LostReaders.back(machine);
                }
            }
        });
        Thread thread = new Thread(read, "results");
        thread.setDaemon(true);
        thread.start();
        try {
            return read.get(seconds, TimeUnit.SECONDS);
        } catch (TimeoutException late) {
            return new Read(null, null, what + ResultReader.takesTooLong(seconds), null);
        } catch (ExecutionException failed) {
            return new Read(
                    null, null, what + " returned something that can't be read here: " + failed.getCause(), failed);
        } finally {
            if (!read.isDone()) {
                LostReaders.lost(machine);
                if (ended.getAndIncrement() > 0) {
                    LostReaders.back(machine);
                }
                thread.interrupt();
            }
        }
    }
}
