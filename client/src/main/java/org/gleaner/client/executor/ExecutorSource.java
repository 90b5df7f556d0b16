package org.gleaner.client.executor;

import java.util.List;
import java.util.NavigableMap;
import java.util.concurrent.Future;

/** Where executors come from: a server, or this JVM. For the library itself. Thread-safe. */
public interface ExecutorSource extends AutoCloseable {
    GridExecutor executor(String type, ExecutorOptions options);

    <T> NavigableMap<Long, Future<T>> attach(Class<T> result, List<String> jobs);

    /** Calls that are attached are left alone. */
    @Override
    void close();
}
