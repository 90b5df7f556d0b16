package org.gleaner.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.message.PartialCall;
import org.gleaner.core.message.Start;
import org.gleaner.core.message.SyncReport;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Held;
import org.gleaner.protocol.json.JsonLimits;
import org.gleaner.protocol.json.NodeJson;
import org.gleaner.protocol.json.OrdersJson;
import org.gleaner.protocol.json.PartialJson;
import org.gleaner.protocol.json.StatusJson;
import org.gleaner.protocol.message.Content;
import org.gleaner.server.TestServer.Answer;
import org.gleaner.server.TestServer.JoinedNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs as large as they may be, on their way to an agent that has little memory. */
final class LargeStartsComponentTest {
    @TempDir
    private Path data;

    private TestServer server;
    private long sequence;

    @BeforeEach
    void start() throws Exception {
        server = TestServer.start(data);
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    @Test
    void one_answer_holds_what_an_agent_has_room_for_and_the_next_brings_the_rest() throws Exception {
        String words = ("\"" + "x".repeat(90_000) + "\",").repeat(10);
        for (int i = 0; i < 6; i++) {
            assertThat(submit("{\"name\":\"n\",\"type\":\"t" + i + "\",\"command\":[\"true\"," + words + "\"x\"]}")
                            .status())
                    .isEqualTo(201);
        }
        JoinedNode node = server.node(8);

        List<Start> first = sync(node, List.of());
        List<Held> held = new ArrayList<>();
        first.forEach(start -> held.add(Held.of(start.attempt(), Held.State.RUNNING)));
        List<Start> second = sync(node, held);

        assertThat(first).isNotEmpty().hasSizeLessThan(6);
        assertThat(first.size() + second.size()).isEqualTo(6);
    }

    @Test
    void a_long_list_of_outputs_lies_aside_and_yet_reaches_agents_owners_and_the_check_of_names() throws Exception {
        StringBuilder outputs = new StringBuilder();
        for (int i = 0; i < 2_000; i++) {
            outputs.append(i == 0 ? "" : ",")
                    .append("{\"path\":\"out/")
                    .append(i)
                    .append("\"}");
        }
        submit("{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"],\"outputs\":[" + outputs + "]}");
        JoinedNode node = server.node(1);

        List<Start> starts = sync(node, List.of());

        assertThat(starts).hasSize(1);
        assertThat(starts.get(0).spec().outputs()).hasSize(2_000);
        assertThat(server.call("GET", "/api/v1/jobs/1", server.admin(), null)
                        .read(StatusJson::readDetail)
                        .spec()
                        .outputs())
                .hasSize(2_000);
        partial(node, List.of(file("out/1999"))).read(PartialJson::readAnswer);
        partial(node, List.of(file("out/2000"))).isProblem(422, "undeclared-output");
    }

    @Test
    void a_list_of_inputs_as_long_as_may_be_reaches_agents_and_owners() throws Exception {
        String hash = Content.hash("x".getBytes(UTF_8)).hex();
        server.call("PUT", "/api/v1/blobs/" + hash, server.admin(), "x".getBytes(UTF_8));
        StringBuilder inputs = new StringBuilder();
        for (int i = 0; i < JsonLimits.NAMES; i++) {
            inputs.append(i == 0 ? "" : ",").append("{\"path\":\"in/" + i + "\",\"hash\":\"" + hash + "\",\"size\":1}");
        }
        JoinedNode node = server.node(1);
        Answer taken = submit("{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"],\"inputs\":[" + inputs + "]}");
        assertThat(taken.status()).isEqualTo(201);

        List<Start> synced = sync(node, List.of());

        assertThat(synced).hasSize(1);
        assertThat(synced.get(0).spec().inputs()).hasSize(JsonLimits.NAMES);
        assertThat(server.call("GET", "/api/v1/jobs/1", server.admin(), null)
                        .read(StatusJson::readDetail)
                        .spec()
                        .inputs())
                .hasSize(JsonLimits.NAMES);
    }

    @Test
    void files_of_new_tasks_are_compared_with_a_list_of_inputs_that_only_the_store_has() throws Exception {
        String file = "\"hash\":\"" + Content.hash("x".getBytes(UTF_8)).hex() + "\",\"size\":1}";
        server.call(
                "PUT", "/api/v1/blobs/" + Content.hash("x".getBytes(UTF_8)).hex(), server.admin(), "x".getBytes(UTF_8));
        StringJoiner inputs = new StringJoiner(",");
        for (int i = 0; i < 5_000; i++) {
            inputs.add("{\"path\":\"in/" + i + "\"," + file);
        }
        Answer taken = submit(
                "{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"],\"growing\":true,\"inputs\":[" + inputs + "]}");
        assertThat(taken.status()).as(taken.text()).isEqualTo(201);
        String entries = "{\"entries\":[{\"value\":\"1\",\"files\":[{\"path\":\"%s\"," + file + "]}]}";

        Answer crossed = server.call(
                "POST",
                "/api/v1/jobs/1/tasks",
                server.admin(),
                entries.replace("%s", "in/4999/x").getBytes(UTF_8));
        Answer fits = server.call(
                "POST",
                "/api/v1/jobs/1/tasks",
                server.admin(),
                entries.replace("%s", "in/5000/x").getBytes(UTF_8));

        crossed.isProblem(422, "invalid-spec");
        assertThat(crossed.text()).contains("entry 1 names the files 'in/4999' and 'in/4999/x'");
        assertThat(fits.status()).as(fits.text()).isEqualTo(201);
    }

    @Test
    void partial_files_of_a_task_are_bounded_over_all_calls() throws Exception {
        submit("{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"],\"outputs\":[{\"path\":\"d\"}]}");
        JoinedNode node = server.node(1);
        sync(node, List.of());
        List<ResultFile> files = new ArrayList<>();
        for (int i = 0; i < JsonLimits.FILES; i++) {
            files.add(file("d/" + i));
        }
        for (int from = 0; from < files.size(); from += 1_000) {
            partial(node, files.subList(from, from + 1_000)).read(PartialJson::readAnswer);
        }

        partial(node, List.of(file("d/more"))).isProblem(400, "bad-message");

        partial(node, List.of(file("d/7"))).read(PartialJson::readAnswer);
    }

    private static ResultFile file(String path) {
        return Content.inline(path, "x".getBytes(UTF_8), false);
    }

    private Answer submit(String job) throws Exception {
        return server.call("POST", "/api/v1/jobs", server.admin(), job.getBytes(UTF_8));
    }

    private Answer partial(JoinedNode node, List<ResultFile> files) throws Exception {
        PartialCall call = new PartialCall(node.incarnation(), AttemptId.of(1, 1, 1), files);
        return server.call(
                "POST",
                "/api/v1/jobs/1/tasks/1/attempts/1/partial",
                node.token(),
                TestServer.json(call, PartialJson::writeCall));
    }

    private List<Start> sync(JoinedNode node, List<Held> holds) throws Exception {
        SyncReport report = new SyncReport(
                node.incarnation(), ++sequence, holds, new Capacity(8, MemorySize.parse("8G")), 0, Duration.ZERO);
        return server.call(
                        "POST",
                        "/api/v1/nodes/" + node.id() + "/sync",
                        node.token(),
                        TestServer.json(report, NodeJson::writeSync))
                .read(OrdersJson::readOrders)
                .start();
    }
}
