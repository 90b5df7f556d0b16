package org.gleaner.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.message.CommitAnswer;
import org.gleaner.core.message.CommitCall;
import org.gleaner.core.message.PartialCall;
import org.gleaner.core.message.SyncReport;
import org.gleaner.core.node.Capacity;
import org.gleaner.protocol.json.CommitJson;
import org.gleaner.protocol.json.NodeJson;
import org.gleaner.protocol.json.OrdersJson;
import org.gleaner.protocol.json.PartialJson;
import org.gleaner.protocol.message.Content;
import org.gleaner.server.TestServer.JoinedNode;

/** A node that takes work and says that it was done, without doing any. */
final class TestNode {
    private final TestServer server;
    private final JoinedNode node;
    private final int slots;
    private long syncs;

    TestNode(TestServer server, int slots) throws Exception {
        this.server = server;
        this.slots = slots;
        this.node = server.node(slots);
    }

    long id() {
        return node.id();
    }

    /** Takes as much as it has slots for. */
    void takeWork() throws Exception {
        Capacity offer = new Capacity(slots, MemorySize.parse("8G"), MemorySize.parse("8G"));
        SyncReport report = new SyncReport(node.incarnation(), ++syncs, List.of(), offer, 0, Duration.ZERO);
        server.call("POST", path("/sync"), node.token(), TestServer.json(report, NodeJson::writeSync))
                .read(OrdersJson::readOrders);
    }

    /** Says that it is there, and takes nothing. */
    void stillHere() throws Exception {
        CommitCall call = new CommitCall(node.incarnation(), List.of(), false);
        server.call("POST", path("/commits"), node.token(), TestServer.json(call, CommitJson::writeCall))
                .read(CommitJson::readReply);
    }

    void upload(byte[] content) throws Exception {
        assertThat(server.call("PUT", "/api/v1/blobs/" + Content.hash(content), node.token(), content)
                        .status())
                .isBetween(200, 201);
    }

    void end(AttemptId attempt, Outcome outcome, Outputs outputs) throws Exception {
        AttemptReport report = new AttemptReport(
                attempt,
                outcome,
                outcome == Outcome.DONE ? 0 : 1,
                "",
                AttemptReport.Usage.NONE,
                outputs,
                Content.inline("stdout", ("out of " + attempt.ordinal()).getBytes(UTF_8), false),
                null,
                "");
        CommitCall call = new CommitCall(node.incarnation(), List.of(report), false);
        CommitAnswer answer = server.call(
                        "POST", path("/commits"), node.token(), TestServer.json(call, CommitJson::writeCall))
                .read(CommitJson::readReply)
                .answers()
                .get(0);
        assertThat(answer.verdict()).isEqualTo(CommitAnswer.Verdict.ACCEPTED);
    }

    void show(AttemptId attempt, List<ResultFile> files) throws Exception {
        PartialCall call = new PartialCall(node.incarnation(), attempt, files, List.of());
        assertThat(server.call(
                                "POST",
                                "/api/v1/jobs/" + attempt.job() + "/tasks/" + attempt.ordinal() + "/attempts/"
                                        + attempt.number() + "/partial",
                                node.token(),
                                TestServer.json(call, PartialJson::writeCall))
                        .read(PartialJson::readAnswer)
                        .kept())
                .isTrue();
    }

    private String path(String below) {
        return "/api/v1/nodes/" + node.id() + below;
    }
}
