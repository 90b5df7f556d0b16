package org.gleaner.client.executor;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/**
 * An {@link ExecutorService} that runs what it is given on machines of a pool. What is submitted is copied when it is
 * submitted: changes that it makes to objects are made elsewhere, and only its result comes back. Thread-safe.
 *
 * <p>A call is recorded once but may run more than once, as a machine may be lost: what it does to the world outside
 * must bear that.
 */
public interface GridExecutor extends ExecutorService, AutoCloseable {
    /** A lambda given here is serialisable by itself. */
    <T> Future<T> submit(Task<T> task);

    /** A lambda given here is serialisable by itself. */
    Future<?> submit(Action action);

    /** A lambda given here is serialisable by itself. */
    void execute(Action action);

    /** Takes no more, and waits until all is done; if it is interrupted, the rest is cancelled. */
    @Override
    void close();
}
