package org.gleaner.lab.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.node.Abilities;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.thread.Vigil;
import org.jspecify.annotations.Nullable;

/** Nodes that ask for work as fast as they get it, or as fast as they may, each on a thread of its own. */
final class Fleet implements AutoCloseable {
    private static final long LONGEST_DEBT = TimeUnit.SECONDS.toNanos(1);

    /**
     * What tasks nodes are for.
     *
     * @param leaves what each task of theirs leaves behind, beside what it prints
     */
    record Trade(Abilities abilities, Outputs leaves) {
        static final Trade COMMANDS = new Trade(Abilities.NONE, Outputs.NONE);
    }

    private final List<FleetNode> nodes = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final LongAdder tasks = new LongAdder();
    private final LongAdder requests = new LongAdder();
    private final AtomicReference<@Nullable IOException> trouble = new AtomicReference<>();
    /** Tasks in a nanosecond. */
    private final double mostOfEach;

    private volatile boolean stopping;

    Fleet(Endpoint server, int size) throws IOException, InterruptedException {
        this(server, size, Double.POSITIVE_INFINITY);
    }

    /** @param most tasks that all of them together commit in a second */
    Fleet(Endpoint server, int size, double most) throws IOException, InterruptedException {
        this(server, size, most, Trade.COMMANDS);
    }

    /** Nodes that learnt something, as fast as they get work. */
    Fleet(Endpoint server, int size, Trade trade) throws IOException, InterruptedException {
        this(server, size, Double.POSITIVE_INFINITY, trade);
    }

    private Fleet(Endpoint server, int size, double most, Trade trade) throws IOException, InterruptedException {
        mostOfEach = most / size / TimeUnit.SECONDS.toNanos(1);
        JoinDoor door = new JoinDoor(server);
        for (int i = 1; i <= size; i++) {
            FleetNode node = new FleetNode(server.base(), door.join(i, trade.abilities()), trade.leaves());
            nodes.add(node);
            threads.add(Vigil.daemon("node-" + i).newThread(() -> work(node)));
        }
        threads.forEach(Thread::start);
    }

    private void work(FleetNode node) {
        try {
            long next = System.nanoTime();
            while (!stopping) {
                long now = System.nanoTime();
                if (now - next < 0) {
                    TimeUnit.MILLISECONDS.sleep(1);
                    continue;
                }
                int done = node.turn();
                tasks.add(done);
                requests.increment();
                // What a busy machine kept it from doing is not made up for later.
                next = Math.max(next, now - LONGEST_DEBT) + (long) (done / mostOfEach);
            }
        } catch (IOException e) {
            trouble.compareAndSet(null, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
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
