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
 * <p>Thread-safe. Closing it cancels whatever its executors have not finished.
 *
 * <p>The class that calls this also travels, together with all types that this class names, so it names few.
 */
public final class Gleaner implements AutoCloseable {
    private final ExecutorSource source;
    private final List<GridExecutor> made = new ArrayList<>();

    private Gleaner(ExecutorSource source) {
        this.source = source;
    }

    /**
     * The server that the command line would use: what {@code GLEANER_URL} and {@code GLEANER_TOKEN} say, or else what
     * {@code gleaner login} stored, or else the server on this machine.
     */
    public static Gleaner connect() {
        return new Gleaner(ServerExecutors.configured());
    }

    /** @param address as {@code gleaner login} takes it, with the pin if there is one */
    public static Gleaner connect(String address, String token) {
        return new Gleaner(ServerExecutors.at(address, token));
    }

    /** Only this machine: calls run in threads here, but are copied as if they travelled to another machine. */
    public static Gleaner local() {
        return new Gleaner(new LocalExecutors());
    }

    /** @param type what the work is called; the run times of its calls are learnt under this name */
    public GridExecutor executor(String type) {
        return executor(type, ExecutorOptions.usual());
    }

    /**
     * @param type what the work is called; the run times of its calls are learnt under this name
     * @throws IllegalArgumentException if the options make no sense, or a file they name is missing
     */
    public synchronized GridExecutor executor(String type, ExecutorOptions options) {
        GridExecutor executor = source.executor(type, options);
        made.add(executor);
        return executor;
    }

    /**
     * Comes back to calls that another program submitted, or an earlier run of this one; that program may have ended
     * or been killed while they continued.
     *
     * <pre>{@code
     * for (Future<Long> hits : grid.attach(Long.class, "name:pi").values()) {
     *     sum += hits.get();
     * }
     * }</pre>
     *
     * @param result what the calls return; classes from the same place are admitted in results and exceptions
     * @param jobs as the command line names them: {@code 7}, {@code last}, {@code name:pi}; those that
     *     {@link GridExecutor#jobs} or {@link GridExecutor#detach} returned. Of several executors' jobs,
     *     those of the newest are meant
     * @return the calls that had been sent, by number: the first one submitted is 1. Closing this leaves them
     *     alone; cancelling a future cancels its call
     * @throws GridException if there are none, or the server is away for more than five minutes
     */
    public <T> NavigableMap<Long, Future<T>> attach(Class<T> result, String... jobs) {
        return source.attach(result, List.of(jobs));
    }

    /**
     * Submits a problem. It continues when this program ends; {@link #problem} finds it again.
     *
     * @throws GridException if the server refuses it, in the server's words
     */
    public <A> SubmittedProblem<A> submit(Problem<?, ?, A> problem) {
        return source.submit(problem);
    }

    /**
     * A problem that was submitted earlier, perhaps by another program.
     *
     * @param id the number of its job
     * @param answer the type of its answer; only classes from the same place as this one are read, and JDK values
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
