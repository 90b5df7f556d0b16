package org.gleaner.lab.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.gleaner.core.id.JobId;
import org.gleaner.lab.child.ServerChild;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.thread.Vigil;
import org.gleaner.server.token.TokenFiles;
import org.gleaner.simulator.experiment.Balance.Turn;

/** Nodes that take their time for each unit, for a given while, and note which problem each one was of. */
final class PacedFleet implements AutoCloseable {
    /** A node had a unit of this problem, in nanoseconds from the begin. */
    private record Had(JobId job, long from, long to) {}

    private final List<PacedNode> nodes = new ArrayList<>();
    private final ConcurrentLinkedQueue<Had> log = new ConcurrentLinkedQueue<>();
    private final List<Future<?>> works = new ArrayList<>();
    private final ExecutorService threads;
    private long began;

    /** All of them join, and wait for the start. */
    PacedFleet(ServerChild server, int size, Duration unit) throws IOException, InterruptedException {
        Endpoint endpoint = server.endpoint(TokenFiles.JOIN);
        JoinDoor door = new JoinDoor(endpoint);
        Fleet.Trade trade = CountedProblem.trade();
        for (int i = 1; i <= size; i++) {
            JoinDoor.Joined joined = door.join(i, trade.abilities());
            nodes.add(new PacedNode(
                    endpoint.base(),
                    joined,
                    trade.leaves(),
                    unit,
                    (job, from, to) -> log.add(new Had(job, from - began, to - began))));
        }
        threads = Executors.newFixedThreadPool(size, Vigil.daemon("node"));
    }

    /** For so long they begin units; those they have then they end. */
    void start(Duration span) {
        began = System.nanoTime();
        for (PacedNode node : nodes) {
            works.add(threads.submit(() -> {
                while (age().compareTo(span) < 0) {
                    node.turn();
                }
                return null;
            }));
        }
    }

    /** Since the start. */
    Duration age() {
        return Duration.ofNanos(System.nanoTime() - began);
    }

    /** While all of them should be at work. */
    void checkHealth() throws FleetFailure, InterruptedException {
        for (Future<?> work : works) {
            if (work.isDone()) {
                end(work);
            }
        }
    }

    private static void end(Future<?> work) throws FleetFailure, InterruptedException {
        try {
            work.get();
        } catch (ExecutionException failed) {
            throw new FleetFailure("a node of the fleet failed: " + failed.getCause());
        }
    }

    /**
     * What they had, when all of them have come to an end.
     *
     * @param problems in the order of their numbers, from 0
     */
    List<Turn> turns(List<JobId> problems) throws FleetFailure, InterruptedException {
        for (Future<?> work : works) {
            end(work);
        }
        List<Turn> turns = new ArrayList<>();
        for (Had had : log) {
            turns.add(new Turn(problems.indexOf(had.job()), millis(had.from()), millis(had.to())));
        }
        return turns;
    }

    private static long millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos);
    }

    @Override
    public void close() throws IOException {
        threads.shutdownNow();
        for (PacedNode node : nodes) {
            node.close();
        }
    }
}
