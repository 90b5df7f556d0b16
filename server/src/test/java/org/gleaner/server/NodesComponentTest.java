package org.gleaner.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.message.CommitAnswer;
import org.gleaner.core.message.CommitCall;
import org.gleaner.core.message.CommitReply;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.message.Orders;
import org.gleaner.core.message.PartialAnswer;
import org.gleaner.core.message.PartialCall;
import org.gleaner.core.message.Start;
import org.gleaner.core.message.SyncReport;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Held;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.protocol.json.CommitJson;
import org.gleaner.protocol.json.LogJson;
import org.gleaner.protocol.json.NodeAnswerJson;
import org.gleaner.protocol.json.NodeJson;
import org.gleaner.protocol.json.OrdersJson;
import org.gleaner.protocol.json.PartialJson;
import org.gleaner.protocol.json.StatusJson;
import org.gleaner.protocol.json.TaskJson;
import org.gleaner.protocol.message.Content;
import org.gleaner.protocol.message.LiveLog;
import org.gleaner.protocol.message.OutputPage;
import org.gleaner.protocol.message.TaskRow;
import org.gleaner.protocol.message.Welcome;
import org.gleaner.server.TestServer.Answer;
import org.gleaner.server.TestServer.JoinedNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What nodes say to a server and hear from it, over HTTP. */
final class NodesComponentTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    private static final byte[] LARGE = "large".getBytes(UTF_8);

    @TempDir
    private Path data;

    private TestServer server;

    @BeforeEach
    void start() throws Exception {
        server = TestServer.start(data);
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    @Test
    void a_node_joins_gets_work_commits_it_and_the_job_is_done() throws Exception {
        JoinedNode node = server.node(2);
        submit("{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"],\"array\":{\"first\":5,\"last\":6}}");

        Orders orders = sync(node, 1, List.of(), Duration.ZERO).read(OrdersJson::readOrders);

        assertThat(orders.start())
                .extracting(start -> start.attempt().toString())
                .containsExactly("1.1#1", "1.2#1");
        assertThat(orders.start()).extracting(start -> entry(start)).containsExactly("5", "6");
        CommitReply reply = commit(node, done("1.1#1"), done("1.2#1")).read(CommitJson::readReply);
        assertThat(reply.answers()).extracting(CommitAnswer::verdict).containsOnly(CommitAnswer.Verdict.ACCEPTED);
        assertThat(server.call("GET", "/api/v1/jobs?select=1", server.admin(), null)
                        .read(StatusJson::readJobs)
                        .jobs()
                        .get(0)
                        .tasks()
                        .done())
                .isEqualTo(2);
    }

    @Test
    void a_join_that_is_said_again_with_its_key_leads_to_the_same_node_even_after_a_restart() throws Exception {
        String key = "k".repeat(32);
        Welcome lost = join(key).read(NodeJson::readWelcome);
        Welcome again = join(key).read(NodeJson::readWelcome);
        server.close();
        server = TestServer.start(data);
        Welcome late = join(key).read(NodeJson::readWelcome);

        assertThat(List.of(again, late)).allSatisfy(one -> {
            assertThat(one.introduced().node()).isEqualTo(lost.introduced().node());
            assertThat(one.token()).isEqualTo(lost.token());
        });
        assertThat(late.introduced().incarnation()).isEqualTo(1);
        assertThat(nodes()).isEqualTo(1);
        JoinedNode node = new JoinedNode(late.introduced().node().value(), 1, String.valueOf(late.token()));
        assertThat(sync(node, 1, List.of(), Duration.ZERO).status()).isEqualTo(200);
    }

    @Test
    void joins_with_other_keys_or_none_make_nodes_of_their_own_and_a_short_key_is_refused() throws Exception {
        join("a".repeat(32));
        join("b".repeat(32));
        server.node(1);
        server.node(1);

        assertThat(nodes()).isEqualTo(4);
        assertThat(join("short").status()).isEqualTo(400);
    }

    @Test
    void a_node_that_was_forgotten_is_not_found_by_the_key_with_which_it_joined() throws Exception {
        long first = join("a".repeat(32))
                .read(NodeJson::readWelcome)
                .introduced()
                .node()
                .value();
        server.advance(Duration.ofMinutes(10));
        byte[] forgotten = "{\"duty\":\"forgotten\"}".getBytes(UTF_8);
        assertThat(server.call("PUT", "/api/v1/nodes/" + first + "/duty", server.admin(), forgotten)
                        .status())
                .isBetween(200, 299);

        assertThat(join("a".repeat(32))
                        .read(NodeJson::readWelcome)
                        .introduced()
                        .node()
                        .value())
                .isNotEqualTo(first);
        assertThat(nodes()).isEqualTo(1);
    }

    private Answer join(String key) throws Exception {
        Introduction introduction = new Introduction(
                new NodeFacts("lab-07", "linux", "amd64", 8, Duration.ofMillis(200), "0.2.0"),
                new Capacity(2, MemorySize.parse("8G")),
                List.of());
        return server.call(server.request(
                        "POST",
                        "/api/v1/nodes",
                        server.join(),
                        TestServer.json(introduction, NodeJson::writeIntroduction))
                .header("Gleaner-Join-Key", key)
                .build());
    }

    private int nodes() throws Exception {
        return server.call("GET", "/api/v1/nodes", server.admin(), null)
                .read(NodeAnswerJson::readNodes)
                .nodes()
                .size();
    }

    @Test
    void listed_entries_are_filled_in_from_the_store() throws Exception {
        JoinedNode node = server.node(2);
        submit("{\"name\":\"n\",\"type\":\"t\",\"command\":[\"echo\",\"{}\"],\"entries\":[\"alpha\",\"beta\"]}");

        Orders orders = sync(node, 1, List.of(), Duration.ZERO).read(OrdersJson::readOrders);

        assertThat(orders.start()).extracting(start -> entry(start)).containsExactly("alpha", "beta");
    }

    @Test
    void a_sync_without_work_is_held_open_and_answered_when_work_comes() throws Exception {
        JoinedNode node = server.node(1);
        CompletableFuture<Answer> parked = parkedSync(node);

        submit("{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"]}");
        server.advance(Duration.ofMillis(20));

        Orders orders = parked.get().read(OrdersJson::readOrders);
        assertThat(orders.start()).hasSize(1);
    }

    @Test
    void a_parked_sync_gets_an_empty_order_when_its_patience_ends() throws Exception {
        JoinedNode node = server.node(1);
        CompletableFuture<Answer> parked = parkedSync(node);

        server.advance(LONG.plusSeconds(1));

        assertThat(parked.get().read(OrdersJson::readOrders).isEmpty()).isTrue();
    }

    @Test
    void a_parked_sync_gets_an_empty_order_when_the_server_stops() throws Exception {
        JoinedNode node = server.node(1);
        CompletableFuture<Answer> parked = parkedSync(node);

        server.stop();

        assertThat(parked.get().read(OrdersJson::readOrders).isEmpty()).isTrue();
    }

    @Test
    void a_node_speaks_only_for_itself() throws Exception {
        JoinedNode first = server.node(1);
        JoinedNode second = server.node(1);

        Answer answer = server.call(
                "POST",
                "/api/v1/nodes/" + second.id() + "/sync",
                first.token(),
                TestServer.json(report(1, 1, List.of(), Duration.ZERO), NodeJson::writeSync));

        answer.isProblem(403, "not-allowed");
    }

    @Test
    void a_node_that_comes_back_is_the_same_node_in_a_new_incarnation() throws Exception {
        JoinedNode node = server.node(1);
        byte[] introduction = TestServer.json(
                new org.gleaner.core.message.Introduction(
                        new org.gleaner.core.node.NodeFacts(
                                "lab-07", "linux", "amd64", 8, Duration.ofMillis(200), "0.1.0"),
                        new Capacity(1, MemorySize.parse("8G")),
                        List.of()),
                NodeJson::writeIntroduction);

        var welcome =
                server.call("POST", "/api/v1/nodes", node.token(), introduction).read(NodeJson::readWelcome);

        assertThat(welcome.token()).isNull();
        assertThat(welcome.introduced().node().value()).isEqualTo(node.id());
        assertThat(welcome.introduced().incarnation()).isGreaterThan(node.incarnation());
        sync(node, 2, List.of(), Duration.ZERO).isProblem(409, "stale-incarnation");
    }

    @Test
    void inline_output_comes_back_as_it_was_sent() throws Exception {
        JoinedNode node = server.node(1);
        submit("{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"]}");
        sync(node, 1, List.of(), Duration.ZERO).read(OrdersJson::readOrders);
        AttemptReport report = said("1.1#1", Outcome.DONE, "hello\nworld\n");

        commit(node, report).read(CommitJson::readReply);

        String path = "/api/v1/jobs/1/tasks/1/";
        assertThat(server.call("GET", path + "stdout", server.admin(), null).text())
                .isEqualTo("hello\nworld\n");
        assertThat(server.call("GET", path + "stdout?tail=6", server.admin(), null)
                        .text())
                .isEqualTo("world\n");
        server.call("GET", path + "stderr", server.admin(), null).isProblem(404, "unknown-output");
        server.call("GET", "/api/v1/jobs/1/tasks/2/stdout", server.admin(), null)
                .isProblem(404, "unknown-task");
    }

    @Test
    void outputs_are_those_of_done_tasks_and_for_one_task_also_of_its_last_failure() throws Exception {
        JoinedNode node = server.node(2);
        submit("{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"],\"array\":{\"first\":1,\"last\":2}}");
        sync(node, 1, List.of(), Duration.ZERO).read(OrdersJson::readOrders);

        commit(node, said("1.1#1", Outcome.DONE, "well"), said("1.2#1", Outcome.EXITED, "ill"))
                .read(CommitJson::readReply);

        var outputs = server.call("GET", "/api/v1/jobs/1/outputs", server.admin(), null)
                .read(TaskJson::readOutputs);
        assertThat(outputs.outputs()).extracting(row -> row.task()).containsExactly(1);
        assertThat(outputs.next()).isZero();
        var failed = server.call("GET", "/api/v1/jobs/1/tasks/2/outputs", server.admin(), null)
                .read(TaskJson::readOutputs);
        assertThat(failed.outputs()).hasSize(1);
        assertThat(Content.inlineBytes(failed.outputs().get(0).file()))
                .asString(UTF_8)
                .isEqualTo("ill");
        var rows = server.call("GET", "/api/v1/jobs/1/tasks", server.admin(), null)
                .read(TaskJson::readTasks)
                .tasks();
        assertThat(rows).extracting(row -> row.state().word()).containsExactly("done", "ready");
        assertThat(rows).extracting(row -> row.attempts()).containsExactly(1, 1);
    }

    @Test
    void what_a_task_wrote_so_far_can_be_read_until_its_result_replaces_it() throws Exception {
        JoinedNode node = server.node(1);
        submit("{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"],"
                + "\"outputs\":[{\"path\":\"log.txt\"},{\"path\":\"out.bin\"}]}");
        sync(node, 1, List.of(), Duration.ZERO).read(OrdersJson::readOrders);
        byte[] large = "much".getBytes(UTF_8);
        ResultFile small = Content.inline("log.txt", "so far".getBytes(UTF_8), false);
        ResultFile blob = new ResultFile("out.bin", Content.hash(large), large.length, false, null);

        PartialAnswer early = partial(node, small, blob);
        server.call("PUT", "/api/v1/blobs/" + blob.hash().hex(), node.token(), large);
        PartialAnswer kept = partial(node, small, blob);

        assertThat(early.kept()).isFalse();
        assertThat(early.missing()).containsExactly(blob.hash());
        assertThat(kept.kept()).isTrue();
        assertThat(partials()).extracting(row -> row.file().path()).containsExactly("log.txt", "out.bin");
        assertThat(server.call("GET", "/api/v1/blobs/" + blob.hash().hex(), server.admin(), null)
                        .text())
                .isEqualTo("much");
        commit(node, said("1.1#1", Outcome.DONE, "well")).read(CommitJson::readReply);
        assertThat(partials()).isEmpty();
        assertThat(partial(node, small).kept()).isFalse();
    }

    @Test
    void of_several_copies_people_see_the_oldest_and_then_the_one_that_was_accepted() throws Exception {
        server.set("redundancy", "plain");
        JoinedNode first = server.node(1);
        JoinedNode second = server.node(1);
        submit("{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"]}");
        sync(first, 1, List.of(), Duration.ZERO).read(OrdersJson::readOrders);
        Orders copy = sync(second, 1, List.of(), Duration.ZERO).read(OrdersJson::readOrders);
        assertThat(copy.start()).extracting(start -> start.attempt().toString()).containsExactly("1.1#2");

        assertThat(row().state()).isEqualTo(TaskState.RUNNING);
        assertThat(row().attempts()).isEqualTo(2);
        assertThat(shown()).isEqualTo("1 null");
        assertThat(live().attempt()).isEqualTo(1);
        commit(first, said("1.1#1", Outcome.DONE, "well")).read(CommitJson::readReply);
        assertThat(shown()).as("while the other one is being stopped").isEqualTo("1 DONE");
        assertThat(row().state()).isEqualTo(TaskState.DONE);
        commit(second, said("1.1#2", Outcome.DONE, "late")).read(CommitJson::readReply);
        assertThat(shown()).as("when the other one has ended").isEqualTo("1 DONE");
        assertThat(live().running()).isFalse();
        assertThat(server.call("GET", "/api/v1/jobs/1/tasks/1/stdout", server.admin(), null)
                        .text())
                .isEqualTo("well");
    }

    private TaskRow row() throws Exception {
        return server.call("GET", "/api/v1/jobs/1/tasks", server.admin(), null)
                .read(TaskJson::readTasks)
                .tasks()
                .get(0);
    }

    private String shown() throws Exception {
        TaskRow.LastAttempt last = row().last();
        return last == null ? "" : last.number() + " " + last.cause();
    }

    private LiveLog live() throws Exception {
        return server.call("GET", "/api/v1/jobs/1/tasks/1/live", server.admin(), null)
                .read(LogJson::readLive);
    }

    @Test
    void a_token_of_another_node_speaks_for_nobody_else() throws Exception {
        JoinedNode node = server.node(1);
        JoinedNode other = server.node(1);
        JoinedNode mixed = new JoinedNode(node.id(), node.incarnation(), other.token());
        submit("{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"]}");
        sync(node, 1, List.of(), Duration.ZERO).read(OrdersJson::readOrders);

        sync(mixed, 2, List.of(), Duration.ZERO).isProblem(403, "not-allowed");
        commit(mixed, done("1.1#1")).isProblem(403, "not-allowed");

        CommitReply reply = commit(node, done("1.1#1")).read(CommitJson::readReply);
        assertThat(reply.answers()).extracting(CommitAnswer::verdict).containsOnly(CommitAnswer.Verdict.ACCEPTED);
    }

    @Test
    void another_node_can_not_put_files_under_an_attempt() throws Exception {
        JoinedNode node = server.node(1);
        JoinedNode other = server.node(1);
        submit("{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"],\"outputs\":[{\"path\":\"x\"}]}");
        sync(node, 1, List.of(), Duration.ZERO).read(OrdersJson::readOrders);

        assertThat(partial(other, Content.inline("x", new byte[] {1}, false)).kept())
                .isFalse();

        assertThat(partials()).isEmpty();
        server.call("POST", "/api/v1/jobs/1/tasks/1/attempts/1/partial", server.admin(), new byte[0])
                .isProblem(403, "not-allowed");
    }

    private List<OutputPage.OutputRow> partials() throws Exception {
        return server.call("GET", "/api/v1/jobs/1/outputs?partial=true", server.admin(), null)
                .read(TaskJson::readOutputs)
                .outputs();
    }

    private PartialAnswer partial(JoinedNode node, ResultFile... files) throws Exception {
        PartialCall call = new PartialCall(node.incarnation(), AttemptId.of(1, 1, 1), List.of(files));
        return server.call(
                        "POST",
                        "/api/v1/jobs/1/tasks/1/attempts/1/partial",
                        node.token(),
                        TestServer.json(call, PartialJson::writeCall))
                .read(PartialJson::readAnswer);
    }

    @Test
    void a_commit_that_names_a_blob_which_nobody_sent_is_told_so() throws Exception {
        JoinedNode node = server.node(1);
        submit("{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"],\"outputs\":[{\"path\":\"o\"}]}");
        sync(node, 1, List.of(), Duration.ZERO).read(OrdersJson::readOrders);

        CommitReply reply = commit(node, left("o", LARGE)).read(CommitJson::readReply);

        assertThat(reply.answers().get(0).verdict()).isEqualTo(CommitAnswer.Verdict.MISSING_BLOBS);
    }

    private static AttemptReport left(String path, byte[] content) {
        ResultFile file = new ResultFile(path, Content.hash(content), content.length, false, null);
        return new AttemptReport(
                AttemptId.parse("1.1#1"),
                Outcome.DONE,
                0,
                "",
                AttemptReport.Usage.NONE,
                Outputs.of(List.of(file)),
                null,
                null,
                "");
    }

    @Test
    void a_job_that_would_take_files_that_were_removed_is_refused_at_once() throws Exception {
        JoinedNode node = server.node(1);
        submit("{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"],\"outputs\":[{\"path\":\"o\"}]}");
        sync(node, 1, List.of(), Duration.ZERO).read(OrdersJson::readOrders);
        server.call("PUT", "/api/v1/blobs/" + Content.hash(LARGE).hex(), node.token(), LARGE);
        commit(node, left("o", LARGE)).read(CommitJson::readReply);
        server.set("retention-outputs", "10s");
        server.advance(Duration.ofSeconds(11));
        server.call("POST", "/api/v1/storage/sweep", server.admin(), "{\"grace\":\"0s\"}".getBytes(UTF_8));

        Answer refused = server.call(
                "POST",
                "/api/v1/jobs",
                server.admin(),
                ("{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"],"
                                + "\"turn\":{\"priority\":0,\"after\":[{\"job\":1,\"files\":[{\"path\":\"o\"}]}]}}")
                        .getBytes(UTF_8));

        refused.isProblem(410, "outputs-retired");
        assertThat(refused.text()).contains("Run job 1 again first");
    }

    @Test
    void nodes_are_listed_for_people() throws Exception {
        JoinedNode node = server.node(3);

        var nodes =
                server.call("GET", "/api/v1/nodes", server.user("ann"), null).read(NodeAnswerJson::readNodes);

        assertThat(nodes.nodes()).extracting(one -> one.id().value()).containsExactly(node.id());
        assertThat(nodes.nodes().get(0).capacity().slots()).isEqualTo(3);
    }

    private CompletableFuture<Answer> parkedSync(JoinedNode node) {
        CompletableFuture<Answer> parked = server.later(
                "POST",
                "/api/v1/nodes/" + node.id() + "/sync",
                node.token(),
                TestServer.json(report(node.incarnation(), 1, List.of(), LONG), NodeJson::writeSync));
        Awaitility.await()
                .atMost(Duration.ofMinutes(5))
                .until(() -> server.call("GET", "/metrics", server.admin(), null)
                        .text()
                        .contains("gleaner_calls_parked 1.0"));
        return parked;
    }

    private Answer sync(JoinedNode node, long sequence, List<Held> holds, Duration patience) throws Exception {
        return server.call(
                "POST",
                "/api/v1/nodes/" + node.id() + "/sync",
                node.token(),
                TestServer.json(report(node.incarnation(), sequence, holds, patience), NodeJson::writeSync));
    }

    private static SyncReport report(int incarnation, long sequence, List<Held> holds, Duration patience) {
        return new SyncReport(incarnation, sequence, holds, new Capacity(2, MemorySize.parse("8G")), 0.1, patience);
    }

    private Answer commit(JoinedNode node, AttemptReport... reports) throws Exception {
        return server.call(
                "POST",
                "/api/v1/nodes/" + node.id() + "/commits",
                node.token(),
                TestServer.json(new CommitCall(node.incarnation(), List.of(reports), false), CommitJson::writeCall));
    }

    private static AttemptReport said(String attempt, Outcome outcome, String stdout) {
        return new AttemptReport(
                AttemptId.parse(attempt),
                outcome,
                outcome == Outcome.DONE ? 0 : 1,
                "",
                AttemptReport.Usage.NONE,
                Outputs.NONE,
                Content.inline("stdout", stdout.getBytes(UTF_8), false),
                null,
                "");
    }

    private static AttemptReport done(String attempt) {
        return AttemptReport.bare(AttemptId.parse(attempt), Outcome.DONE, "");
    }

    private static String entry(Start start) {
        var entry = start.entry();
        return entry == null ? "none" : entry.value();
    }

    private void submit(String job) throws Exception {
        assertThat(server.call("POST", "/api/v1/jobs", server.admin(), job.getBytes(UTF_8))
                        .status())
                .isEqualTo(201);
    }
}
