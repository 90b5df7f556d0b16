package org.gleaner.server.http;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What nodes may take of threads that people need as well: there may be thousands of nodes, and some may be rogues, so
 * all together they have at most so much under way or waiting. Thread-safe.
 */
final class NodeShare implements Executor {
    private final Executor threads;
    private final int most;
    private final AtomicInteger inside = new AtomicInteger();

    NodeShare(Executor threads, int most) {
        this.threads = threads;
        this.most = most;
    }

    @Override
    public void execute(Runnable task) {
        if (inside.incrementAndGet() > most) {
            inside.decrementAndGet();
            throw new RejectedExecutionException("nodes have " + most + " pieces of work waiting");
        }
        boolean taken = false;
        try {
            threads.execute(() -> {
                try {
                    task.run();
                } finally {
                    inside.decrementAndGet();
                }
            });
            taken = true;
        } finally {
            if (!taken) {
                inside.decrementAndGet();
            }
        }
    }
}
