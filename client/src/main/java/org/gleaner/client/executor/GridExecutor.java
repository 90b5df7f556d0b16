package org.gleaner.client.executor;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * An {@link ExecutorService} that runs what it is given on machines of a pool. A call is copied when it is
 * submitted: any changes it makes to objects happen elsewhere, and only its result comes back. Thread-safe.
 *
 * <p>A call is recorded once but may run more than once, because a machine may be lost: its effects on the outside
 * world must allow for that.
 */
public interface GridExecutor extends ExecutorService, AutoCloseable {
    /** A lambda given here is serialisable by itself. */
    <T> Future<T> submit(Task<T> task);

    /** A lambda given here is serialisable by itself. */
    Future<?> submit(Action action);

    /** A lambda given here is serialisable by itself. */
    void execute(Action action);

    /**
     * Like {@link #submit(Task)}, for code that continues when a call is done. Cancelling or completing the future
     * cancels the call. Use it instead of {@code CompletableFuture.supplyAsync} with this executor, which is refused
     * because its futures can't travel.
     */
    <T> CompletableFuture<T> async(Task<T> task);

    /**
     * Calls a function for each input, and returns the results in the order in which they arrive.
     *
     * <pre>{@code
     * try (Stream<Long> hits = pool.map(seeds, seed -> hits(seed, 1_000_000))) {
     *     System.out.println(hits.mapToLong(x -> x).sum());
     * }
     * }</pre>
     *
     * <p>Inputs are taken, in a thread of their own, and results are kept only a limited distance ahead of the
     * reader, so both may be endless, and the next input may take a long time to arrive. If a call throws, reading
     * throws a {@link java.util.concurrent.CompletionException} with that as its cause, and the others are cancelled;
     * so does closing the stream.
     */
    <A, R> Stream<R> map(Iterable<? extends A> inputs, Mapping<A, R> function);

    /**
     * The jobs that its calls have become part of so far, in the form that the command line and
     * {@code Gleaner.attach} accept.
     */
    List<String> jobs();

    /**
     * Leaves its calls to the pool: accepts no more, returns when all existing ones have been sent, and no longer waits
     * for them. Futures that are not settled fail with a {@link GridException}. This program or another one can
     * come back to the calls with {@code Gleaner.attach}.
     *
     * @return {@link #jobs}
     * @throws UnsupportedOperationException if it runs calls in this JVM
     */
    List<String> detach();

    /** The progress of its calls. */
    CallCounts progress();

    /**
     * Reports the progress whenever a call is submitted or settled, in the thread in which that happens; the listener
     * should not take long.
     */
    void onProgress(Consumer<CallCounts> listener);

    /** Accepts no more calls and waits until all are done; if it is interrupted, the rest are cancelled. */
    @Override
    void close();
}
