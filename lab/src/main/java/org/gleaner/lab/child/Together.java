package org.gleaner.lab.child;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Threads that each do their part of one thing. */
public final class Together {
    private Together() {}

    /** What one of them does. */
    @FunctionalInterface
    public interface Part {
        void run() throws IOException, InterruptedException;
    }

    /** Returns when all parts are done; if one fails, its trouble is told when the others are done. */
    public static void run(int threads, List<Part> parts) throws IOException, InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Callable<Void>> all = new ArrayList<>();
            for (Part part : parts) {
                all.add(() -> {
                    part.run();
                    return null;
                });
            }
            for (Future<Void> one : pool.invokeAll(all)) {
                one.get();
            }
        } catch (ExecutionException failed) {
            throw new Unstarted(String.valueOf(failed.getMessage()));
        } finally {
            pool.shutdownNow();
        }
    }
}
