package org.gleaner.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.NodeRecord;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.message.CommitCall;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.message.SyncReport;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Held;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.core.observer.Stay;
import org.gleaner.protocol.json.CommitJson;
import org.gleaner.protocol.json.NodeAnswerJson;
import org.gleaner.protocol.json.NodeJson;
import org.gleaner.protocol.json.OrdersJson;
import org.gleaner.protocol.message.Welcome;
import org.gleaner.server.TestServer.JoinedNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which of the things that agents say over HTTP end a stay. */
final class StaysComponentTest {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Capacity ONE_SLOT = new Capacity(1, MemorySize.parse("1G"));
    private static final NodeFacts FACTS =
            new NodeFacts("lab-07", "linux", "amd64", 8, Duration.ofMillis(200), "0.1.0");

    @TempDir
    private Path data;

    private TestServer server;
    private JoinedNode node;
    private final List<CompletableFuture<TestServer.Answer>> parked = new ArrayList<>();
    private long sequence;

    @BeforeEach
    void start() throws Exception {
        server = TestServer.start(data);
        node = server.node(0);
        introduce("first");
        server.advance(Duration.ofMinutes(1));
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    @Test
    void an_agent_that_starts_anew_has_ended_its_stay_and_one_that_comes_back_has_not() throws Exception {
        introduce("first");
        assertThat(observed().stays()).isZero();

        introduce("second");

        assertThat(observed().stays()).isEqualTo(1);
        assertThat(observed().usualStay()).isBetween(Duration.ofSeconds(59), Duration.ofSeconds(120));
    }

    @Test
    void an_eviction_ends_a_stay() throws Exception {
        AttemptId attempt = runs();
        sync(Capacity.NOTHING, LONG, Held.of(attempt, Held.State.SUSPENDED));

        commit(AttemptReport.bare(attempt, Outcome.EVICTED, ""));

        assertThat(observed().stays()).isEqualTo(1);
    }

    @Test
    void a_pause_ends_no_stay_and_its_time_does_not_count() throws Exception {
        AttemptId attempt = runs();
        Held held = Held.of(attempt, Held.State.SUSPENDED);
        sync(Capacity.NOTHING, LONG, held);
        for (int i = 0; i < 4; i++) {
            server.advance(Duration.ofSeconds(30));
            sync(Capacity.NOTHING, LONG, held);
        }

        sync(ONE_SLOT, LONG, Held.of(attempt, Held.State.RUNNING));
        commit(AttemptReport.bare(attempt, Outcome.DONE, ""));

        assertThat(observed().stays()).isZero();
        assertThat(observed().stay()).isBetween(Duration.ofSeconds(59), Duration.ofSeconds(120));
    }

    @Test
    void whoever_stops_an_agent_ends_its_stay() throws Exception {
        send(new SyncReport(node.incarnation(), ++sequence, List.of(), Capacity.NOTHING, 0, Duration.ZERO, true, null));
        server.advance(Duration.ofMinutes(1));

        introduce("second");

        assertThat(observed().stays()).isEqualTo(1);
    }

    private AttemptId runs() throws Exception {
        byte[] job = "{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"]}".getBytes(UTF_8);
        assertThat(server.call("POST", "/api/v1/jobs", server.admin(), job).status())
                .isEqualTo(201);
        SyncReport report = new SyncReport(node.incarnation(), ++sequence, List.of(), ONE_SLOT, 0, LONG);
        TestServer.Answer orders =
                server.call("POST", path("sync"), node.token(), TestServer.json(report, NodeJson::writeSync));
        AttemptId attempt = orders.read(OrdersJson::readOrders).start().get(0).attempt();
        sync(ONE_SLOT, LONG, Held.of(attempt, Held.State.RUNNING));
        return attempt;
    }

    private void introduce(String stay) throws Exception {
        Introduction introduction = new Introduction(FACTS, ONE_SLOT, List.of(), new Stay(stay, Duration.ZERO));
        Welcome welcome = server.call(
                        "POST",
                        "/api/v1/nodes",
                        node.token(),
                        TestServer.json(introduction, NodeJson::writeIntroduction))
                .read(NodeJson::readWelcome);
        node = new JoinedNode(node.id(), welcome.introduced().incarnation(), node.token());
    }

    /** Does not wait for orders: the next call lets it go. */
    private void sync(Capacity offer, Duration patience, Held... holds) {
        send(new SyncReport(node.incarnation(), ++sequence, List.of(holds), offer, 0, patience));
    }

    private void send(SyncReport report) {
        parked.add(server.later("POST", path("sync"), node.token(), TestServer.json(report, NodeJson::writeSync)));
    }

    private void commit(AttemptReport report) throws Exception {
        CommitCall call = new CommitCall(node.incarnation(), List.of(report), false);
        assertThat(server.call("POST", path("commits"), node.token(), TestServer.json(call, CommitJson::writeCall))
                        .status())
                .isEqualTo(200);
    }

    private String path(String call) {
        return "/api/v1/nodes/" + node.id() + "/" + call;
    }

    private NodeRecord observed() throws Exception {
        return server.call("GET", "/api/v1/nodes/" + node.id(), server.admin(), null)
                .read(NodeAnswerJson::readDetail)
                .observed();
    }
}
