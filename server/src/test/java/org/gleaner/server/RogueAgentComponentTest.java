package org.gleaner.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
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
import org.gleaner.protocol.json.TaskJson;
import org.gleaner.protocol.message.Content;
import org.gleaner.server.TestServer.Answer;
import org.gleaner.server.TestServer.JoinedNode;
import org.gleaner.server.loop.ServerLoop;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An agent that speaks the protocol and means harm: what it can't do to the owners of its tasks. */
final class RogueAgentComponentTest {
    private static final ResultFile HOOK = Content.inline(".git/hooks/pre-commit", "#!/bin/sh\n".getBytes(UTF_8), true);

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
    void an_output_that_the_job_never_declared_is_refused_and_the_task_can_still_be_done() throws Exception {
        JoinedNode node = running("{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"],"
                + "\"outputs\":[{\"path\":\"result\"},{\"path\":\"maybe\",\"optional\":true}]}");

        commit(node, "1.1#1", null, file("result"), HOOK).isProblem(422, "undeclared-output");
        commit(node, "1.1#1", null, file("resultat")).isProblem(422, "undeclared-output");
        commit(node, "1.1#1", null, file("stdout")).isProblem(422, "undeclared-output");
        commit(node, "1.1#1", null, file("result"), file("result")).isProblem(400, "bad-message");
        assertThat(outputs()).isEmpty();

        accepted(commit(node, "1.1#1", null, file("result/deep/below"), file("maybe")));
        assertThat(outputs()).containsExactly("result/deep/below", "maybe");
    }

    @Test
    void no_name_is_a_file_and_also_a_directory_above_another() throws Exception {
        JoinedNode node = running("{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"],"
                + "\"outputs\":[{\"path\":\"d\"},{\"path\":\"d.txt\",\"optional\":true}]}");

        commit(node, "1.1#1", null, file("d"), file("d/a")).isProblem(400, "bad-message");
        commit(node, "1.1#1", null, file("d/a/b/c"), file("d/a")).isProblem(400, "bad-message");
        partial(node, file("d/a"), file("d")).isProblem(400, "bad-message");
        assertThat(partial(node, file("d")).status()).isEqualTo(200);
        partial(node, file("d/a")).isProblem(400, "bad-message");
        partial(node, List.of("d".repeat(5000))).isProblem(400, "bad-message");
        assertThat(partial(node, List.of("d", "never"), file("d/a")).status()).isEqualTo(200);
        assertThat(outputs()).isEmpty();

        accepted(commit(node, "1.1#1", null, file("d/a"), file("d/ab"), file("d.txt")));
        assertThat(outputs()).containsExactly("d/a", "d/ab", "d.txt");
    }

    @Test
    void empty_directories_are_held_to_the_same_rules() throws Exception {
        JoinedNode node =
                running("{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"],\"outputs\":[{\"path\":\"d\"}]}");

        withEmpty(node, "e").isProblem(422, "undeclared-output");
        withEmpty(node, "stdout").isProblem(422, "undeclared-output");
        withEmpty(node, "d/../../e").isProblem(400, "bad-message");
        withEmpty(node, "d/" + "n".repeat(256)).isProblem(400, "bad-message");
        withEmpty(node, "d/a").isProblem(400, "bad-message");
        withEmpty(node, "d/a/b").isProblem(400, "bad-message");
        assertThat(outputs()).isEmpty();

        accepted(withEmpty(node, "d/none"));
        assertThat(server.call("GET", "/api/v1/jobs/1/outputs", server.admin(), null)
                        .text())
                .contains("\"directories\":[{\"task\":1,\"path\":\"d/none\"}]");
    }

    private Answer withEmpty(JoinedNode node, String directory) throws Exception {
        String call = new String(call(node, "1.1#1", null, file("d/a")), UTF_8)
                .replace("\"outputs\":", "\"directories\":[\"" + directory + "\"],\"outputs\":");
        return server.call("POST", "/api/v1/nodes/" + node.id() + "/commits", node.token(), call.getBytes(UTF_8));
    }

    @Test
    void names_that_nobody_can_write_are_refused() throws Exception {
        JoinedNode node =
                running("{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"],\"outputs\":[{\"path\":\"d\"}]}");

        commit(node, "1.1#1", null, file("d/" + "n".repeat(256))).isProblem(400, "bad-message");
        partial(node, file("d/" + "n".repeat(256))).isProblem(400, "bad-message");
        String half = new String(call(node, "1.1#1", null, file("d/HALF")), UTF_8).replace("HALF", "\\ud800");
        server.call("POST", "/api/v1/nodes/" + node.id() + "/commits", node.token(), half.getBytes(UTF_8))
                .isProblem(400, "bad-message");
        assertThat(outputs()).isEmpty();

        accepted(commit(node, "1.1#1", null, file("d/" + "n".repeat(255))));
    }

    @Test
    void what_a_task_printed_can_not_be_given_another_name() throws Exception {
        JoinedNode node = running("{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"]}");

        commit(node, "1.1#1", HOOK).isProblem(422, "undeclared-output");

        accepted(commit(node, "1.1#1", file("stdout")));
    }

    @Test
    void names_of_outputs_are_those_of_the_very_task() throws Exception {
        JoinedNode node = running("{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"],"
                + "\"outputs\":[{\"path\":\"{}.csv\"}],\"entries\":[\"alpha\",\"beta\"]}");

        commit(node, "1.1#1", null, file("beta.csv")).isProblem(422, "undeclared-output");
        commit(node, "1.1#1", null, file("{}.csv")).isProblem(422, "undeclared-output");

        accepted(commit(node, "1.1#1", null, file("alpha.csv")));
        accepted(commit(node, "1.2#1", null, file("beta.csv")));
    }

    @Test
    void the_same_holds_for_numbers_and_for_files_that_come_before_the_end() throws Exception {
        JoinedNode node = running("{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"],"
                + "\"outputs\":[{\"path\":\"out-{}\"}],\"array\":{\"first\":7,\"last\":8}}");

        partial(node, HOOK).isProblem(422, "undeclared-output");
        partial(node, file("out-8")).isProblem(422, "undeclared-output");

        assertThat(partial(node, file("out-7"), file("stdout")).status()).isEqualTo(200);
        commit(node, "1.2#1", null, file("out-7")).isProblem(422, "undeclared-output");
        accepted(commit(node, "1.2#1", null, file("out-8")));
    }

    @Test
    void what_other_nodes_run_is_to_a_node_as_if_it_did_not_exist() throws Exception {
        JoinedNode other = server.node(2);
        JoinedNode node = running("{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"],"
                + "\"outputs\":[{\"path\":\"d\"}],\"array\":{\"first\":1,\"last\":2}}");
        accepted(commit(running("{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"]}"), "2.1#1", null));

        for (String attempt : List.of("1.1#1", "1.1#2", "1.9#1", "2.1#1", "2.1#7", "99.1#1")) {
            for (ResultFile file : List.of(file("d"), file("undeclared"))) {
                assertThat(verdicts(commit(other, attempt, null, file)))
                        .as(attempt + " " + file.path())
                        .containsExactly(CommitAnswer.Verdict.UNKNOWN);
                assertThat(partial(other, attempt, file).text())
                        .isEqualTo(partial(other, "99.1#1", file).text());
            }
            assertThat(verdicts(commit(other, attempt, null))).containsExactly(CommitAnswer.Verdict.UNKNOWN);
        }

        accepted(commit(node, "1.1#1", null, file("d")));
        assertThat(verdicts(commit(other, "1.1#1", null, file("d"))))
                .as("even what was accepted word for word")
                .containsExactly(CommitAnswer.Verdict.UNKNOWN);
        assertThat(verdicts(commit(node, "1.1#1", null)))
                .as("its own node is told")
                .containsExactly(CommitAnswer.Verdict.CONFLICT);
    }

    @Test
    void a_machine_that_claims_to_be_beyond_all_measure_keeps_nobody_from_an_answer() throws Exception {
        JoinedNode node = server.node(1);
        String facts = "{\"name\":\"x\",\"os\":\"linux\",\"arch\":\"amd64\",\"cores\":2147483647,"
                + "\"benchmarkMs\":9223372036854775807,\"version\":\"0.1.0\"}";
        String most = "9223372036854775807";
        assertThat(submit("{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"],"
                                + "\"needs\":{\"cores\":3},\"array\":{\"first\":1,\"last\":1000}}")
                        .status())
                .isEqualTo(201);

        for (String slots : List.of("1", "3", "2147483647")) {
            String introduction = "{\"facts\":" + facts + ",\"capacity\":{\"slots\":" + slots + ",\"memoryBytes\":"
                    + most + ",\"diskBytes\":" + most + "}}";
            assertThat(server.call("POST", "/api/v1/nodes", node.token(), introduction.getBytes(UTF_8))
                            .status())
                    .isEqualTo(200);
            for (String question : List.of("/why", "/jobs/1/why", "/nodes", "/nodes/" + node.id(), "/types")) {
                Answer answer = server.call("GET", "/api/v1" + question, server.admin(), null);
                assertThat(answer.status()).as(question + answer.text()).isEqualTo(200);
            }
        }
    }

    @Test
    void a_report_with_figures_beyond_all_measure_is_recorded_and_can_be_shown() throws Exception {
        JoinedNode node = running("{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"]}");
        String most = "9223372036854775807";
        String body = "{\"incarnation\":1,\"reports\":[{\"attempt\":\"1.1#1\",\"outcome\":\"done\","
                + "\"exitCode\":-2147483648,\"runMs\":" + most + ",\"cpuMs\":" + most + ",\"peakBytes\":" + most
                + "}]}";

        accepted(server.call("POST", "/api/v1/nodes/" + node.id() + "/commits", node.token(), body.getBytes(UTF_8)));

        for (String question : List.of("/why", "/jobs/1/tasks", "/types", "/history", "/nodes/" + node.id())) {
            Answer answer = server.call("GET", "/api/v1" + question, server.admin(), null);
            assertThat(answer.status()).as(question + answer.text()).isEqualTo(200);
        }
        assertThat(server.call("GET", "/api/v1/history", server.admin(), null).text())
                .as("the seconds since it was assigned")
                .containsPattern("\"runMs\": ?\\d{1,6},");
    }

    @Test
    void calls_of_nodes_that_are_held_open_leave_room_for_people(@TempDir Path other) throws Exception {
        try (TestServer small = TestServer.create(other, store -> store, new ServerLoop.Bounds(64, 16, 16))) {
            small.assembly().start();
            // On a busy machine it takes a while until all are held at the same time.
            small.set("lost-after", "20m");
            small.set("long-call", "10m");
            List<JoinedNode> nodes = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                nodes.add(small.node(1));
            }
            List<CompletableFuture<Answer>> parked = new ArrayList<>();
            for (JoinedNode node : nodes.subList(0, 14)) {
                parked.add(small.later("POST", sync(node), node.token(), waiting(node)));
            }
            Awaitility.await()
                    .atMost(Duration.ofMinutes(5))
                    .until(() -> small.call("GET", "/metrics", small.admin(), null)
                            .text()
                            .contains("gleaner_calls_parked 14.0"));

            small.call("POST", sync(nodes.get(14)), nodes.get(14).token(), waiting(nodes.get(14)))
                    .isProblem(503, "unavailable");

            assertThat(small.call("GET", "/api/v1/jobs?select=all", small.admin(), null)
                            .status())
                    .isEqualTo(200);
            assertThat(small.call(
                                    "POST",
                                    "/api/v1/jobs",
                                    small.user("ann"),
                                    "{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"]}".getBytes(UTF_8))
                            .status())
                    .isEqualTo(201);
            assertThat(parked).hasSize(14);
        }
    }

    private static String sync(JoinedNode node) {
        return "/api/v1/nodes/" + node.id() + "/sync";
    }

    private static byte[] waiting(JoinedNode node) {
        SyncReport report = new SyncReport(
                node.incarnation(), 1, List.of(), new Capacity(1, MemorySize.parse("8G")), 0, Duration.ofMinutes(10));
        return TestServer.json(report, NodeJson::writeSync);
    }

    @Test
    void a_copied_identity_joins_as_a_copy_and_its_own_token_brings_no_more() throws Exception {
        JoinedNode node = server.node(1);
        byte[] introduction = ("{\"facts\":{\"name\":\"x\",\"os\":\"linux\",\"arch\":\"amd64\",\"cores\":2,"
                        + "\"version\":\"0.1.0\"},\"capacity\":{\"slots\":1,\"memoryBytes\":1}}")
                .getBytes(UTF_8);

        Answer copy = server.call(server.request("POST", "/api/v1/nodes", node.token(), introduction)
                .header("Gleaner-Copy", "true")
                .build());
        String token = String.valueOf(copy.read(NodeJson::readWelcome).token());

        server.call(server.request("POST", "/api/v1/nodes", token, introduction)
                        .header("Gleaner-Copy", "true")
                        .build())
                .isProblem(409, "join-refused");
    }

    private Answer submit(String job) throws Exception {
        return server.call("POST", "/api/v1/jobs", server.admin(), job.getBytes(UTF_8));
    }

    @Test
    void a_version_that_no_build_has_is_refused() throws Exception {
        for (String version : List.of("x", "9.9", "0.2.<b>")) {
            String introduction =
                    "{\"facts\":{\"name\":\"x\",\"os\":\"linux\",\"arch\":\"amd64\",\"cores\":2,\"version\":\""
                            + version + "\"},\"capacity\":{\"slots\":1,\"memoryBytes\":1}}";

            server.call("POST", "/api/v1/nodes", server.join(), introduction.getBytes(UTF_8))
                    .isProblem(400, "bad-message");
        }
    }

    private Answer duty(JoinedNode node, String change) throws Exception {
        return server.call(
                "PUT", "/api/v1/nodes/" + node.id() + "/duty", server.admin(), ("{" + change + "}").getBytes(UTF_8));
    }

    @Test
    void a_machine_that_keeps_calling_is_expelled_at_once() throws Exception {
        JoinedNode node = running("{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"]}");

        duty(node, "\"duty\":\"forgotten\"").isProblem(409, "node-connected");
        duty(node, "\"duty\":\"paused\",\"force\":true").isProblem(422, "contradiction");
        assertThat(duty(node, "\"duty\":\"forgotten\",\"force\":true").status()).isEqualTo(204);

        commit(node, "1.1#1", null).isProblem(401, "unauthenticated");
        server.call("POST", sync(node), node.token(), waiting(node)).isProblem(401, "unauthenticated");
        JoinedNode other = server.node(1);
        assertThat(server.call("POST", sync(other), other.token(), waiting(other))
                        .read(OrdersJson::readOrders)
                        .start())
                .extracting(start -> start.attempt())
                .containsExactly(AttemptId.parse("1.1#2"));
    }

    private JoinedNode running(String job) throws Exception {
        JoinedNode node = server.node(2);
        assertThat(submit(job).status()).isEqualTo(201);
        SyncReport report = new SyncReport(
                node.incarnation(), 1, List.of(), new Capacity(2, MemorySize.parse("8G")), 0, Duration.ZERO);
        assertThat(server.call(
                                "POST",
                                "/api/v1/nodes/" + node.id() + "/sync",
                                node.token(),
                                TestServer.json(report, NodeJson::writeSync))
                        .read(OrdersJson::readOrders)
                        .start())
                .isNotEmpty();
        return node;
    }

    private static ResultFile file(String name) {
        return Content.inline(name, "x".getBytes(UTF_8), false);
    }

    private Answer commit(JoinedNode node, String attempt, @Nullable ResultFile stdout, ResultFile... outputs)
            throws Exception {
        return server.call(
                "POST", "/api/v1/nodes/" + node.id() + "/commits", node.token(), call(node, attempt, stdout, outputs));
    }

    private static byte[] call(JoinedNode node, String attempt, @Nullable ResultFile stdout, ResultFile... outputs)
            throws Exception {
        AttemptReport report = new AttemptReport(
                AttemptId.parse(attempt),
                Outcome.DONE,
                0,
                "",
                AttemptReport.Usage.NONE,
                Outputs.of(List.of(outputs)),
                stdout,
                null,
                "");
        return TestServer.json(new CommitCall(node.incarnation(), List.of(report), false), CommitJson::writeCall);
    }

    private static void accepted(Answer answer) throws Exception {
        assertThat(verdicts(answer)).containsExactly(CommitAnswer.Verdict.ACCEPTED);
    }

    private static List<CommitAnswer.Verdict> verdicts(Answer answer) throws Exception {
        return answer.read(CommitJson::readReply).answers().stream()
                .map(CommitAnswer::verdict)
                .toList();
    }

    private Answer partial(JoinedNode node, ResultFile... files) throws Exception {
        return partial(node, List.of(), files);
    }

    private Answer partial(JoinedNode node, List<String> gone, ResultFile... files) throws Exception {
        return partial(node, new PartialCall(node.incarnation(), AttemptId.of(1, 1, 1), List.of(files), gone));
    }

    private Answer partial(JoinedNode node, String attempt, ResultFile file) throws Exception {
        return partial(node, new PartialCall(node.incarnation(), AttemptId.parse(attempt), List.of(file), List.of()));
    }

    private Answer partial(JoinedNode node, PartialCall call) throws Exception {
        AttemptId attempt = call.attempt();
        return server.call(
                "POST",
                "/api/v1/jobs/" + attempt.job() + "/tasks/" + attempt.ordinal() + "/attempts/" + attempt.number()
                        + "/partial",
                node.token(),
                TestServer.json(call, PartialJson::writeCall));
    }

    private List<String> outputs() throws Exception {
        return server
                .call("GET", "/api/v1/jobs/1/outputs", server.admin(), null)
                .read(TaskJson::readOutputs)
                .outputs()
                .stream()
                .map(row -> row.file().path())
                .toList();
    }
}
