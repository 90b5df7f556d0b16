package org.gleaner.lab.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.thread.Vigil;
import org.jspecify.annotations.Nullable;

/** Nodes that ask for work as fast as they get it, each on a thread of its own. */
final class Fleet implements AutoCloseable {
    private final List<FleetNode> nodes = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final LongAdder tasks = new LongAdder();
    private final LongAdder requests = new LongAdder();
    private final AtomicReference<@Nullable IOException> trouble = new AtomicReference<>();
    private volatile boolean stopping;

    Fleet(Endpoint server, int size) throws IOException, InterruptedException {
        JoinDoor door = new JoinDoor(server);
        for (int i = 1; i <= size; i++) {
            FleetNode node = new FleetNode(server.base(), door.join(i));
            nodes.add(node);
            threads.add(Vigil.daemon("node-" + i).newThread(() -> work(node)));
        }
        threads.forEach(Thread::start);
    }

    private void work(FleetNode node) {
        try {
            while (!stopping) {
                tasks.add(node.turn());
                requests.increment();
            }
        } catch (IOException e) {
            trouble.compareAndSet(null, e);
        }
    }

    /** Tasks committed so far; an exception if a node is in trouble. */
    long tasks() throws IOException {
        checkHealth();
        return tasks.sum();
    }

    void checkHealth() throws FleetFailure {
        IOException cause = trouble.get();
        if (cause != null) {
            throw new FleetFailure("a node of the fleet failed: " + cause.getMessage());
        }
    }

    long requests() {
        return requests.sum();
    }

    @Override
    public void close() throws IOException {
        stopping = true;
        try {
            for (Thread thread : threads) {
                thread.join(2_000);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (FleetNode node : nodes) {
            node.close();
        }
    }
}
