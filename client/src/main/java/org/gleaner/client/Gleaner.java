package org.gleaner.client;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.concurrent.Future;
import org.gleaner.client.executor.ExecutorOptions;
import org.gleaner.client.executor.ExecutorSource;
import org.gleaner.client.executor.GridException;
import org.gleaner.client.executor.GridExecutor;
import org.gleaner.client.executor.LocalExecutors;
import org.gleaner.client.executor.ServerExecutors;
import org.gleaner.client.problem.Problem;
import org.gleaner.client.problem.SubmittedProblem;

/**
 * A pool of machines as a Java program uses it.
 *
 * <pre>{@code
 * try (Gleaner grid = Gleaner.connect()) {
 *     GridExecutor pool = grid.executor("pi");
 *     Future<Long> hits = pool.submit(() -> hits(7, 1_000_000));
 *     System.out.println(hits.get());
 * }
 * }</pre>
 *
 * <p>Thread-safe. Closing it cancels what its executors have not done.
 *
 * <p>The class that calls this also travels, and all types that it names with it: so this one names few.
 */
public final class Gleaner implements AutoCloseable {
    private final ExecutorSource source;
    private final List<GridExecutor> made = new ArrayList<>();

    private Gleaner(ExecutorSource source) {
        this.source = source;
    }

    /**
     * The server that the command line would use: what {@code GLEANER_URL} and {@code GLEANER_TOKEN} say, else what
     * {@code gleaner login} stored, else the server of this machine.
     */
    public static Gleaner connect() {
        return new Gleaner(ServerExecutors.configured());
    }

    /** @param address as {@code gleaner login} takes it, with the pin if there is one */
    public static Gleaner connect(String address, String token) {
        return new Gleaner(ServerExecutors.at(address, token));
    }

    /** No machine but this: calls run in threads here, with all that travelling to another machine does to them. */
    public static Gleaner local() {
        return new Gleaner(new LocalExecutors());
    }

    /** @param type what the work is called; how long its calls take is learnt by this name */
    public GridExecutor executor(String type) {
        return executor(type, ExecutorOptions.usual());
    }

    /**
     * @param type what the work is called; how long its calls take is learnt by this name
     * @throws IllegalArgumentException if the options make no sense, or a file that they name is missing
     */
    public synchronized GridExecutor executor(String type, ExecutorOptions options) {
        GridExecutor executor = source.executor(type, options);
        made.add(executor);
        return executor;
    }

    /**
     * Comes back to calls that another program submitted, or this one when it ran before: that may have ended, or have
     * been killed, while they went on.
     *
     * <pre>{@code
     * for (Future<Long> hits : grid.attach(Long.class, "name:pi").values()) {
     *     sum += hits.get();
     * }
     * }</pre>
     *
     * @param result what the calls return; classes from where it is are admitted in results and exceptions
     * @param jobs as the command line names them: {@code 7}, {@code last}, {@code name:pi}; those that
     *     {@link GridExecutor#jobs} or {@link GridExecutor#detach} told. Of several executors the newest is meant
     * @return the calls that had been sent, by their numbers: the first one submitted has 1. Closing this leaves them
     *     alone; cancelling a future cancels its call
     * @throws GridException if there are none, or the server is away for more than five minutes
     */
    public <T> NavigableMap<Long, Future<T>> attach(Class<T> result, String... jobs) {
        return source.attach(result, List.of(jobs));
    }

    /**
     * Submits a problem. It goes on when this program ends; {@link #problem} finds it again.
     *
     * @throws GridException if the server refuses it, in the server's words
     */
    public <A> SubmittedProblem<A> submit(Problem<?, ?, A> problem) {
        return source.submit(problem);
    }

    /**
     * A problem that was submitted before, maybe by another program.
     *
     * @param id the number of its job
     * @param answer what its answer is; only classes from where this one is are read, and values of the JDK
     */
    public <A> SubmittedProblem<A> problem(long id, Class<A> answer) {
        return source.problem(id, answer);
    }

    @Override
    public void close() {
        List<GridExecutor> all;
        synchronized (this) {
            all = new ArrayList<>(made);
            made.clear();
        }
        all.forEach(GridExecutor::shutdownNow);
        source.close();
    }
}
