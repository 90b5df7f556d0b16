package org.gleaner.client;

import java.util.ArrayList;
import java.util.List;
import org.gleaner.client.executor.ExecutorOptions;
import org.gleaner.client.executor.GridExecutor;
import org.gleaner.client.executor.LocalExecutors;
import org.gleaner.client.executor.ServerExecutors;

/**
 * A pool of machines as a Java program uses it.
 *
 * <pre>{@code
 * try (Gleaner grid = Gleaner.connect()) {
 *     GridExecutor pool = grid.executor("pi");
 *     Future<Long> hits = pool.submit(() -> throwDarts(1_000_000));
 *     System.out.println(hits.get());
 * }
 * }</pre>
 *
 * <p>Thread-safe. Closing it cancels what its executors have not done.
 *
 * <p>The class that calls this also travels, and all types that it names with it: so this one names few.
 */
public final class Gleaner implements AutoCloseable {
    /** Makes an executor for work of one type. */
    @FunctionalInterface
    private interface Maker {
        GridExecutor make(String type, ExecutorOptions options);
    }

    private final Maker maker;
    private final List<GridExecutor> made = new ArrayList<>();

    private Gleaner(Maker maker) {
        this.maker = maker;
    }

    /**
     * The server that the command line would use: what {@code GLEANER_URL} and {@code GLEANER_TOKEN} say, else what
     * {@code gleaner login} stored, else the server of this machine.
     */
    public static Gleaner connect() {
        return new Gleaner(ServerExecutors.configured()::of);
    }

    /** @param address as {@code gleaner login} takes it, with the pin if there is one */
    public static Gleaner connect(String address, String token) {
        return new Gleaner(ServerExecutors.at(address, token)::of);
    }

    /** No machine but this: calls run in threads here, with all that travelling to another machine does to them. */
    public static Gleaner local() {
        return new Gleaner(LocalExecutors::of);
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
        GridExecutor executor = maker.make(type, options);
        made.add(executor);
        return executor;
    }

    @Override
    public void close() {
        List<GridExecutor> all;
        synchronized (this) {
            all = new ArrayList<>(made);
            made.clear();
        }
        all.forEach(GridExecutor::shutdownNow);
    }
}
