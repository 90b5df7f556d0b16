package org.gleaner.server;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads beside the loop's and Jetty's own. Each kind is bounded, and none waits for another.
 *
 * @param renderers write the loop's replies, some after a look into the store; what waits for them is bounded by the
 *     connections that may be open, as each has one call at a time
 * @param workers wait for the store and the disk
 * @param readers read large bodies that have come
 */
record ServerWorkers(ExecutorService renderers, ExecutorService workers, ExecutorService readers) {
    static ServerWorkers start() {
        return new ServerWorkers(pool("render", 2, Integer.MAX_VALUE), pool("work", 4, 1024), pool("read", 4, 16));
    }

    private static ExecutorService pool(String name, int threads, int waiting) {
        AtomicInteger number = new AtomicInteger();
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threads, threads, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>(waiting), task -> {
                    Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** Lets what is under way end, but not longer than this. */
    void stop(Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        List<ExecutorService> all = List.of(readers, workers, renderers);
        all.forEach(ExecutorService::shutdown);
        for (ExecutorService one : all) {
            if (!one.awaitTermination(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS)) {
                one.shutdownNow();
            }
        }
    }
}
