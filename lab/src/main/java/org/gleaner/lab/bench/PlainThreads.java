package org.gleaner.lab.bench;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import org.gleaner.client.executor.Task;

/** What one would take without machines: threads of this process. */
final class PlainThreads implements Contender, Closeable {
    private final ExecutorService threads;
    private final IntFunction<Task<?>> kind;

    /** @param kind makes the call of a number */
    PlainThreads(int count, IntFunction<Task<?>> kind) {
        this.threads = Executors.newFixedThreadPool(count);
        this.kind = kind;
    }

    @Override
    public String name() {
        return "plain threads";
    }

    @Override
    public void work(int tasks) throws IOException, InterruptedException {
        List<Callable<Object>> calls = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            Task<?> call = kind.apply(i);
            calls.add(call::call);
        }
        try {
            for (Future<Object> call : threads.invokeAll(calls)) {
                Object unused = call.get();
            }
        } catch (ExecutionException failed) {
            throw new IOException(failed);
        }
    }

    @Override
    public Duration cpu() {
        return Duration.ofNanos(ThisMachine.processNanos());
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
