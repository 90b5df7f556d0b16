package org.gleaner.client.executor;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Stream;

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

    /**
     * The same as {@link #submit(Task)} for what goes on when a call is done. Cancelling or completing it cancels the
     * call. In place of {@code CompletableFuture.supplyAsync} with this executor, which is refused: its futures can't
     * travel.
     */
    <T> CompletableFuture<T> async(Task<T> task);

    /**
     * Calls a function for each input, and gives the results in the order in which they arrive.
     *
     * <pre>{@code
     * try (Stream<Long> hits = pool.map(seeds, seed -> hits(seed, 1_000_000))) {
     *     System.out.println(hits.mapToLong(x -> x).sum());
     * }
     * }</pre>
     *
     * <p>Inputs are taken, in a thread of their own, and results kept only so far ahead of whoever reads: both may be
     * endless, and the next input may be long in coming. If a call throws,
     * reading throws a {@link java.util.concurrent.CompletionException} with that as its cause, and the others are
     * cancelled; so does closing the stream.
     */
    <A, R> Stream<R> map(Iterable<? extends A> inputs, Mapping<A, R> function);

    /** The jobs that its calls became part of so far, as the command line and {@code Gleaner.attach} take them. */
    List<String> jobs();

    /**
     * Leaves its calls to the pool: takes no more, returns when those that there are have been sent, and no longer
     * waits for them. Futures that are not settled fail with a {@link GridException}. The same program or another one
     * comes back to the calls with {@code Gleaner.attach}.
     *
     * @return {@link #jobs}
     * @throws UnsupportedOperationException if it runs calls in this JVM
     */
    List<String> detach();

    /** How far its calls are. */
    CallCounts progress();

    /** Tells that whenever a call comes or is settled, in the thread in which that happens: it should not take long. */
    void onProgress(Consumer<CallCounts> listener);

    /** Takes no more, and waits until all is done; if it is interrupted, the rest is cancelled. */
    @Override
    void close();
}
