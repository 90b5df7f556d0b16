package org.gleaner.client;

import java.util.ArrayList;
import java.util.List;
import org.gleaner.client.executor.GridExecutor;
import org.gleaner.client.executor.LocalExecutors;

/**
 * A pool of machines as a Java program uses it.
 *
 * <pre>{@code
 * try (Gleaner grid = Gleaner.local()) {
 *     GridExecutor pool = grid.executor("pi");
 *     Future<Long> hits = pool.submit(() -> throwDarts(1_000_000));
 *     System.out.println(hits.get());
 * }
 * }</pre>
 *
 * <p>Thread-safe. Closing it cancels what its executors have not done.
 */
public final class Gleaner implements AutoCloseable {
    /** Makes an executor for work of one type. */
    @FunctionalInterface
    private interface Maker {
        GridExecutor make(String type);
    }

    private final Maker maker;
    private final List<GridExecutor> made = new ArrayList<>();

    private Gleaner(Maker maker) {
        this.maker = maker;
    }

    /** No machine but this: calls run in threads here, with all that travelling to another machine does to them. */
    public static Gleaner local() {
        return new Gleaner(LocalExecutors::of);
    }

    /** @param type what the work is called; how long its calls take is learnt by this name */
    public synchronized GridExecutor executor(String type) {
        GridExecutor executor = maker.make(type);
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
