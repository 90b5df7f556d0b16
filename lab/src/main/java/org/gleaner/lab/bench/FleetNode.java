package org.gleaner.lab.bench;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.attempt.AttemptReport.Usage;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.message.CommitReply;
import org.gleaner.core.message.Orders;
import org.gleaner.core.message.Start;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.OrdersJson;
import org.jspecify.annotations.Nullable;

/**
 * A node of one slot that takes no time for its tasks: whatever it is told to start it commits at once, and the answer
 * brings the next work. As a real agent does, it keeps a sync open beside, and reports what a command that prints
 * nothing leaves behind. Confined to one thread.
 */
final class FleetNode implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration IDLE_PATIENCE = Duration.ofSeconds(1);

    private final KeepAliveSocket calls;
    private final KeepAliveSocket syncs;
    private final NodeWords words;
    private final String path;
    private final List<AttemptId> work = new ArrayList<>();
    private boolean syncOpen;
    /** Tasks are handed out in order and tried once: what is not younger than this has been seen before. */
    private @Nullable AttemptId newest;

    /** @param leaves of each of its tasks, beside what it prints */
    FleetNode(URI server, JoinDoor.Joined joined, Outputs leaves) throws IOException {
        words = new NodeWords(joined.introduced(), leaves);
        path = joined.path();
        calls = new KeepAliveSocket(server, joined.token());
        syncs = new KeepAliveSocket(server, joined.token());
    }

    /** Commits what it has and takes what comes; without work it waits a while for some. Returns how much it had. */
    int turn() throws IOException {
        if (work.isEmpty()) {
            byte[] answer = calls.post(path + "/sync", sync(IDLE_PATIENCE));
            take(Json.read(answer, OrdersJson::readOrders).start());
            return 0;
        }
        keepSyncOpen();
        int committed = work.size();
        CommitReply reply = commit();
        work.clear();
        take(reply.start());
        if (syncOpen && syncs.hasAnswer()) {
            syncOpen = false;
            take(orders().start());
        }
        return committed;
    }

    private CommitReply commit() throws IOException {
        return NodeWords.accepted(calls.post(path + "/commits", words.commit(work, Usage.NONE)));
    }

    private void keepSyncOpen() throws IOException {
        if (!syncOpen) {
            syncs.send(path + "/sync", sync(PATIENCE));
            syncOpen = true;
        }
    }

    private byte[] sync(Duration patience) {
        return words.sync(work, patience);
    }

    private Orders orders() throws IOException {
        return Json.read(syncs.receive(), OrdersJson::readOrders);
    }

    /** A sync that overtakes or is overtaken by a commit makes the server say again what it has said before. */
    private void take(List<Start> starts) {
        for (Start start : starts) {
            if (newest == null || start.attempt().compareTo(newest) > 0) {
                work.add(start.attempt());
                newest = start.attempt();
            }
        }
    }

    @Override
    public void close() throws IOException {
        calls.close();
        syncs.close();
    }
}
