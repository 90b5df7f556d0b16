package org.gleaner.protocol.http;

import java.io.IOException;
import java.nio.file.Path;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.message.CommitCall;
import org.gleaner.core.message.CommitReply;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.message.Orders;
import org.gleaner.core.message.PartialAnswer;
import org.gleaner.core.message.PartialCall;
import org.gleaner.core.message.SyncReport;
import org.gleaner.protocol.http.ServerConnection.Request;
import org.gleaner.protocol.json.CommitJson;
import org.gleaner.protocol.json.JoinJson;
import org.gleaner.protocol.json.LogJson;
import org.gleaner.protocol.json.NodeJson;
import org.gleaner.protocol.json.OrdersJson;
import org.gleaner.protocol.json.PartialJson;
import org.gleaner.protocol.message.LogAnswer;
import org.gleaner.protocol.message.LogCall;
import org.gleaner.protocol.message.Program;
import org.gleaner.protocol.message.Welcome;

/** What a node says to its server. Every call may be repeated. Thread-safe. */
public final class NodeCalls {
    public static final String LIFE_HEADER = "Gleaner-Life";
    public static final String COPY_HEADER = "Gleaner-Copy";
    public static final String JOIN_KEY_HEADER = "Gleaner-Join-Key";

    /** What is said to an agent is hardly larger than the lists of files of one job; agents have little memory. */
    private static final long LARGEST_ANSWER = 64L << 20;

    private final ServerConnection server;
    private final BlobCalls blobs;

    public NodeCalls(ServerConnection server) {
        this.server = server;
        this.blobs = new BlobCalls(server);
    }

    /** The same server, spoken to with the token that it gave this node. */
    public NodeCalls withToken(String token) {
        return new NodeCalls(server.withToken(token));
    }

    public Answer<Welcome> introduce(Introduction introduction) {
        return introduce(introduction, "", false);
    }

    /**
     * @param life a random word of the calling process, by which two that share an identity are told apart
     * @param copy whether we know that another has our identity: the node's token then makes a new node
     */
    public Answer<Welcome> introduce(Introduction introduction, String life, boolean copy) {
        return introduce(introduction, life, copy, "");
    }

    /** @param key a random secret of this join: said again, it leads to the same node; empty: each call makes a node */
    public Answer<Welcome> introduce(Introduction introduction, String life, boolean copy, String key) {
        Request request = Request.of("POST", "/api/v1/nodes").json(introduction, NodeJson::writeIntroduction);
        request = life.isEmpty() ? request : request.with(LIFE_HEADER, life);
        request = key.isEmpty() ? request : request.with(JOIN_KEY_HEADER, key);
        return server.call(copy ? request.with(COPY_HEADER, "true") : request, LARGEST_ANSWER, NodeJson::readWelcome);
    }

    /** Comes back when there are orders, or after the report's patience. */
    public Answer<Orders> sync(NodeId node, SyncReport report) {
        return server.call(
                Request.of("POST", "/api/v1/nodes/" + node.value() + "/sync")
                        .patient(report.patience())
                        .json(report, NodeJson::writeSync),
                LARGEST_ANSWER,
                OrdersJson::readOrders);
    }

    public Answer<CommitReply> commit(NodeId node, CommitCall call) {
        return server.call(
                Request.of("POST", "/api/v1/nodes/" + node.value() + "/commits").json(call, CommitJson::writeCall),
                LARGEST_ANSWER,
                CommitJson::readReply);
    }

    /** Shows what an attempt wrote so far. */
    public Answer<PartialAnswer> partial(PartialCall call) {
        return server.call(
                Request.of("POST", path(call.attempt()) + "/partial").json(call, PartialJson::writeCall),
                LARGEST_ANSWER,
                PartialJson::readAnswer);
    }

    /** Shows what a watched attempt printed. */
    public Answer<LogAnswer> log(AttemptId attempt, LogCall call) {
        return server.call(
                Request.of("POST", path(attempt) + "/log").json(call, LogJson::writeCall),
                LARGEST_ANSWER,
                LogJson::readAnswer);
    }

    private static String path(AttemptId attempt) {
        return "/api/v1/jobs/" + attempt.job() + "/tasks/" + attempt.ordinal() + "/attempts/" + attempt.number();
    }

    /** The agent's program in the version of the server, by its hash. */
    public Answer<Program> program() {
        return server.call(Request.of("GET", "/api/v1/program"), LARGEST_ANSWER, JoinJson::readProgram);
    }

    /** Fetches that program; the file appears only when it is whole and has the right hash. */
    public Answer<Long> program(Program program, Path target) throws IOException {
        return blobs.download("/gleaner.jar", program.hash(), program.size(), target);
    }

    /** Uploads a file under its hash and returns its size; an exception is trouble with the file, not the server. */
    public Answer<Long> upload(BlobHash hash, Path file) throws IOException {
        return blobs.upload(hash, file);
    }

    /** Downloads a blob to a file, which appears only when it is whole; an exception is trouble with the file. */
    public Answer<Long> download(BlobHash hash, long size, Path target) throws IOException {
        return blobs.download(hash, size, target);
    }
}
