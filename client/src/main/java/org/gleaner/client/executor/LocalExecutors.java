package org.gleaner.client.executor;

import java.nio.file.Path;

/** Executors in this JVM. */
public final class LocalExecutors {
    private LocalExecutors() {}

    /** As many threads as this machine has processors; of the options nothing but their sense matters. */
    public static GridExecutor of(String name, ExecutorOptions options) {
        ExecutorJob unused = ExecutorJob.of(name, options, Path.of("").toAbsolutePath());
        return new CallPool(name, new ThreadCarrier(name, Runtime.getRuntime().availableProcessors()));
    }
}
