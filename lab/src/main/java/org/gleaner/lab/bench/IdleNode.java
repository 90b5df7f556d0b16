package org.gleaner.lab.bench;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.AttemptReport.Usage;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.message.CommitCall;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Start;
import org.gleaner.core.message.SyncReport;
import org.gleaner.protocol.json.CommitJson;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.NodeJson;
import org.gleaner.protocol.json.OrdersJson;
import org.jspecify.annotations.Nullable;

/**
 * A node of one slot whose sync is held open as long as the server wishes, and renewed when it comes back: what an
 * agent without work does. What it is told to start it commits as if it had run for a minute. One connection,
 * one call at a time on it; confined to one thread.
 */
final class IdleNode {
    /** Long enough that nobody gives a node several at once. */
    private static final Usage ONE_MINUTE = new Usage(Duration.ofMinutes(1), Duration.ofMinutes(1), MemorySize.ZERO);

    private final SocketChannel channel;
    private final Introduced introduced;
    private final String path;
    private final BareHttp http;
    private final ByteArrayOutputStream arrived = new ByteArrayOutputStream(0);
    private long sequence;
    private byte[] last = {};
    private boolean committing;
    private List<Start> work = List.of();

    IdleNode(SocketChannel channel, URI server, JoinDoor.Joined joined) {
        this.channel = channel;
        this.introduced = joined.introduced();
        this.path = joined.path();
        this.http = new BareHttp(server.getHost(), joined.token());
    }

    /** Asks for work, and waits for it as long as the server holds the call. */
    void park() throws IOException {
        committing = false;
        SyncReport report = new SyncReport(
                introduced.incarnation(), ++sequence, List.of(), JoinDoor.ONE_SLOT, 0, introduced.longCall());
        send("/sync", Json.write(report, NodeJson::writeSync));
    }

    /**
     * Takes what has come, and says what follows from it. Null if the answer is not complete yet.
     *
     * @return what it was told to start, which is to be committed with the next call
     */
    @Nullable
    List<Start> take(byte[] bytes) throws IOException {
        arrived.writeBytes(bytes);
        byte[] body;
        try {
            body = BareHttp.answer(arrived.toByteArray());
        } catch (BareHttp.Busy busy) {
            arrived.reset();
            throw busy;
        }
        if (body == null) {
            return null;
        }
        arrived.reset();
        List<Start> starts =
                committing ? List.of() : Json.read(body, OrdersJson::readOrders).start();
        if (starts.isEmpty()) {
            park();
        } else {
            work = starts;
        }
        return starts;
    }

    /** Says that all is done that it was told to start, if there is any. */
    void commit() throws IOException {
        if (work.isEmpty()) {
            return;
        }
        List<Start> starts = work;
        work = List.of();
        committing = true;
        List<AttemptReport> reports = new ArrayList<>(starts.size());
        for (Start start : starts) {
            reports.add(done(start.attempt()));
        }
        CommitCall call = new CommitCall(introduced.incarnation(), reports, false);
        send("/commits", Json.write(call, CommitJson::writeCall));
    }

    private static AttemptReport done(AttemptId attempt) {
        return new AttemptReport(
                attempt, Outcome.DONE, 0, "", ONE_MINUTE, Outputs.NONE, NodeWords.STDOUT, NodeWords.STDERR, "");
    }

    /** Calls are a few hundred bytes: a socket that does not take them at once is stuck. */
    private void send(String call, byte[] body) throws IOException {
        last = http.post(path + call, body);
        again();
    }

    /** Says once more what it said last. */
    void again() throws IOException {
        ByteBuffer whole = ByteBuffer.wrap(last);
        channel.write(whole);
        if (whole.hasRemaining()) {
            throw new IOException("the server does not accept a call of " + whole.limit() + " bytes");
        }
    }
}
