package org.gleaner.lab.bench;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.gleaner.core.attempt.AttemptReport.Usage;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.message.Start;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.OrdersJson;

/**
 * A node of one slot that does not compute, but takes its time for each unit; what a unit leaves was prepared. Confined
 * to one thread.
 */
final class PacedNode implements AutoCloseable {
    private static final Duration IDLE_PATIENCE = Duration.ofSeconds(1);

    /** Hears of each unit when it is committed. */
    @FunctionalInterface
    interface Log {
        /** @param from when the node had it, and until when, as {@link System#nanoTime} says it */
        void had(JobId job, long from, long to);
    }

    private final KeepAliveSocket calls;
    private final NodeWords words;
    private final String path;
    private final Duration unit;
    private final Log log;
    private final Deque<AttemptId> work = new ArrayDeque<>();

    /**
     * @param leaves of each unit
     * @param unit so long each one takes
     */
    PacedNode(URI server, JoinDoor.Joined joined, Outputs leaves, Duration unit, Log log) throws IOException {
        words = new NodeWords(joined.introduced(), leaves);
        path = joined.path();
        calls = new KeepAliveSocket(server, joined.token());
        this.unit = unit;
        this.log = log;
    }

    /** One unit, or a while in which none came. */
    void turn() throws IOException, InterruptedException {
        AttemptId attempt = work.poll();
        if (attempt == null) {
            byte[] answer = calls.post(path + "/sync", words.sync(List.of(), IDLE_PATIENCE));
            take(Json.read(answer, OrdersJson::readOrders).start());
            return;
        }
        long from = System.nanoTime();
        TimeUnit.NANOSECONDS.sleep(unit.toNanos());
        Usage usage = new Usage(unit, Duration.ZERO, MemorySize.ZERO);
        byte[] answer = calls.post(path + "/commits", words.commit(List.of(attempt), usage));
        log.had(attempt.job(), from, System.nanoTime());
        take(NodeWords.accepted(answer).start());
    }

    private void take(List<Start> starts) {
        starts.forEach(start -> work.add(start.attempt()));
    }

    @Override
    public void close() throws IOException {
        calls.close();
    }
}
