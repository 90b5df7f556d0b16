package org.gleaner.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.message.CommitAnswer;
import org.gleaner.core.message.CommitAnswer.Verdict;
import org.gleaner.core.message.CommitCall;
import org.gleaner.core.message.SyncReport;
import org.gleaner.core.node.Capacity;
import org.gleaner.protocol.json.CommitJson;
import org.gleaner.protocol.json.NodeJson;
import org.gleaner.protocol.json.OrdersJson;
import org.gleaner.protocol.message.Content;
import org.gleaner.server.TestServer.Answer;
import org.gleaner.server.TestServer.JoinedNode;
import org.gleaner.server.store.TinyDisk;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Results that travel with their commit are rows; a disk that they filled must still let people make room. */
final class FullDatabaseComponentTest {
    private static final int TASKS = 8000;
    private static final int TOGETHER = 100;
    private static final int PRINTED = 12_000;

    @TempDir
    private Path data;

    private final Random random = new Random(1);
    private final Deque<AttemptId> started = new ArrayDeque<>();
    private long sequence;

    @Test
    void whoever_makes_room_is_served_on_a_disk_that_results_have_filled() throws Exception {
        try (TinyDisk disk = TinyDisk.mount(data, 60);
                TestServer server = TestServer.start(data)) {
            String ann = server.user("ann");
            JoinedNode node = server.node(TOGETHER);
            submit(server, ann, TASKS);
            submit(server, ann, TASKS);

            List<AttemptReport> waiting = fill(server, node);

            assertThat(disk.free()).isGreaterThan(1 << 20);
            server.call("POST", "/api/v1/jobs", ann, job(1)).isProblem(507, "disk-full");
            server.set("halt", "starts");
            assertThat(change(server, ann, "2", "pause")).isEqualTo(200);
            assertThat(change(server, ann, "1", "cancel")).isEqualTo(200);
            assertThat(commit(server, node, waiting).read(CommitJson::readReply).answers())
                    .extracting(CommitAnswer::verdict)
                    .containsOnly(Verdict.DISCARD);
            assertThat(server.call("DELETE", "/api/v1/jobs/1", ann, null).status())
                    .isEqualTo(200);

            started.clear();
            server.set("halt", "none");
            assertThat(change(server, ann, "2", "resume")).isEqualTo(200);
            assertThat(commit(server, node, results(server, node))
                            .read(CommitJson::readReply)
                            .answers())
                    .as("what was deleted is room for other results")
                    .extracting(CommitAnswer::verdict)
                    .containsOnly(Verdict.ACCEPTED);
        }
    }

    @Test
    void on_a_disk_that_another_program_has_filled_jobs_can_be_deleted_without_a_restart() throws Exception {
        try (TinyDisk disk = TinyDisk.mount(data, 100);
                TestServer server = TestServer.start(data)) {
            String ann = server.user("ann");
            HttpRequest keyed = server.request("POST", "/api/v1/jobs", ann, job(TASKS))
                    .header("Idempotency-Key", "k")
                    .build();
            assertThat(server.call(keyed).status()).isEqualTo(201);
            // Its first round makes the ballast.
            assertThat(sweep(server)).isEqualTo(200);
            assertThat(data.resolve("ballast")).hasSize(8 << 20);

            Path filler = disk.fill();

            assertThat(health(server)).contains("takes no jobs, files or results; jobs can be cancelled and deleted");
            server.call("POST", "/api/v1/jobs", ann, job(1)).isProblem(507, "disk-full");
            assertThat(server.call(keyed).status()).as("it was taken before").isEqualTo(200);
            server.call(server.request("POST", "/api/v1/jobs", ann, job(TASKS))
                            .header("Idempotency-Key", "other")
                            .build())
                    .isProblem(507, "disk-full");
            assertThat(change(server, ann, "1", "cancel")).isEqualTo(200);
            assertThat(data.resolve("ballast")).doesNotExist();
            assertThat(server.call("DELETE", "/api/v1/jobs/1", ann, null).status())
                    .isEqualTo(200);
            server.call("POST", "/api/v1/jobs", ann, job(1)).isProblem(507, "disk-full");
            disk.fill("more");
            assertThat(health(server)).contains("may have no room left to delete jobs", "server.log.*");

            Files.delete(filler);
            assertThat(sweep(server)).isEqualTo(200);
            assertThat(data.resolve("ballast")).exists();
            submit(server, ann, 1);
        }
    }

    private static int sweep(TestServer server) throws Exception {
        return server.call("POST", "/api/v1/storage/sweep", server.admin(), null)
                .status();
    }

    private static String health(TestServer server) throws Exception {
        return server.call("GET", "/health", null, null).text();
    }

    /** Commits results until the server has no room for them; those that wait are returned. */
    private List<AttemptReport> fill(TestServer server, JoinedNode node) throws Exception {
        for (int done = 0; done < TASKS; ) {
            List<AttemptReport> results = results(server, node);
            done += results.size();
            Answer answer = commit(server, node, results);
            if (answer.status() != 200) {
                answer.isProblem(507, "disk-full");
                return results;
            }
            assertThat(answer.read(CommitJson::readReply).answers())
                    .extracting(CommitAnswer::verdict)
                    .containsOnly(Verdict.ACCEPTED);
        }
        throw new AssertionError("the disk never became full");
    }

    /** Of the next tasks that the node was told to start. */
    private List<AttemptReport> results(TestServer server, JoinedNode node) throws Exception {
        if (started.isEmpty()) {
            sync(server, node);
        }
        List<AttemptReport> results = new ArrayList<>();
        while (results.size() < TOGETHER && !started.isEmpty()) {
            results.add(result(started.remove()));
        }
        assertThat(results).isNotEmpty();
        return results;
    }

    private void sync(TestServer server, JoinedNode node) throws Exception {
        SyncReport sync = new SyncReport(
                node.incarnation(),
                ++sequence,
                List.of(),
                new Capacity(TOGETHER, MemorySize.parse("8G")),
                0.1,
                Duration.ZERO);
        server.call(
                        "POST",
                        "/api/v1/nodes/" + node.id() + "/sync",
                        node.token(),
                        TestServer.json(sync, NodeJson::writeSync))
                .read(OrdersJson::readOrders)
                .start()
                .forEach(start -> started.add(start.attempt()));
    }

    private AttemptReport result(AttemptId attempt) {
        byte[] printed = new byte[PRINTED];
        random.nextBytes(printed);
        return new AttemptReport(
                attempt,
                Outcome.DONE,
                0,
                "",
                AttemptReport.Usage.NONE,
                Outputs.NONE,
                Content.inline("stdout", printed, false),
                null,
                "");
    }

    private static Answer commit(TestServer server, JoinedNode node, List<AttemptReport> reports) throws Exception {
        return server.call(
                "POST",
                "/api/v1/nodes/" + node.id() + "/commits",
                node.token(),
                TestServer.json(new CommitCall(node.incarnation(), reports, false), CommitJson::writeCall));
    }

    private static int change(TestServer server, String token, String job, String verb) throws Exception {
        return server.call("POST", "/api/v1/jobs/" + job + "/" + verb, token, null)
                .status();
    }

    private static void submit(TestServer server, String token, int tasks) throws Exception {
        assertThat(server.call("POST", "/api/v1/jobs", token, job(tasks)).status())
                .isEqualTo(201);
    }

    private static byte[] job(int tasks) {
        return ("{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"],\"array\":{\"first\":1,\"last\":" + tasks + "}}")
                .getBytes(UTF_8);
    }
}
