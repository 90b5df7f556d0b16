package org.gleaner.client.executor;

/** Executors in this JVM. */
public final class LocalExecutors {
    private LocalExecutors() {}

    /** As many threads as this machine has processors. */
    public static GridExecutor of(String name) {
        return new CallPool(name, new ThreadCarrier(name, Runtime.getRuntime().availableProcessors()));
    }
}
