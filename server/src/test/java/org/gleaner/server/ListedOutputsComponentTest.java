package org.gleaner.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.message.CommitAnswer;
import org.gleaner.core.message.CommitCall;
import org.gleaner.core.message.SyncReport;
import org.gleaner.core.node.Capacity;
import org.gleaner.protocol.json.CommitJson;
import org.gleaner.protocol.json.FileJson;
import org.gleaner.protocol.json.NodeJson;
import org.gleaner.protocol.json.OrdersJson;
import org.gleaner.protocol.json.TaskJson;
import org.gleaner.protocol.message.Content;
import org.gleaner.protocol.message.OutputPage;
import org.gleaner.server.TestServer.Answer;
import org.gleaner.server.TestServer.JoinedNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Results with so many files that a blob of its own lists them. */
final class ListedOutputsComponentTest {
    private static final int FILES = 25_000;
    private static final byte[] LARGE = "large".repeat(5_000).getBytes(UTF_8);
    private static final ResultFile LARGE_FILE =
            new ResultFile("d/large", Content.hash(LARGE), LARGE.length, true, null);

    @TempDir
    private Path data;

    private TestServer server;
    private JoinedNode node;

    @BeforeEach
    void start() throws Exception {
        server = TestServer.start(data);
        Answer taken = server.call(
                "POST",
                "/api/v1/jobs",
                server.admin(),
                ("{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"],\"outputs\":[{\"path\":\"d\"}],"
                                + "\"array\":{\"first\":1,\"last\":2}}")
                        .getBytes(UTF_8));
        assertThat(taken.status()).isEqualTo(201);
        node = server.node(2);
        Capacity offer = new Capacity(2, MemorySize.parse("8G"), MemorySize.parse("8G"));
        SyncReport report = new SyncReport(node.incarnation(), 1, List.of(), offer, 0, Duration.ZERO);
        server.call("POST", path("/sync"), node.token(), TestServer.json(report, NodeJson::writeSync))
                .read(OrdersJson::readOrders);
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    @Test
    void a_listed_result_is_taken_as_a_whole_once_all_of_it_is_there_and_told_in_pieces() throws Exception {
        List<ResultFile> files = files(FILES);
        files.add(LARGE_FILE);
        byte[] list = json(files);

        CommitAnswer first = answer(commit(list));
        assertThat(first.verdict()).isEqualTo(CommitAnswer.Verdict.MISSING_BLOBS);
        assertThat(first.missing()).containsExactly(Content.hash(list));
        upload(list);
        CommitAnswer second = answer(commit(list));
        assertThat(second.missing()).containsExactly(LARGE_FILE.hash());
        assertThat(outputs("/api/v1/jobs/1/outputs?skip=0").outputs()).isEmpty();
        upload(LARGE);

        assertThat(answer(commit(list)).verdict()).isEqualTo(CommitAnswer.Verdict.ACCEPTED);
        assertThat(answer(commit(list)).verdict()).isEqualTo(CommitAnswer.Verdict.ACCEPTED);
        assertThat(told("/api/v1/jobs/1/outputs?from=%d&skip=%d")).containsExactlyElementsOf(withPrinted(files));
        assertThat(told("/api/v1/jobs/1/tasks/%d/outputs?skip=%d")).containsExactlyElementsOf(withPrinted(files));
        assertThat(server.call("GET", "/api/v1/blobs/" + LARGE_FILE.hash(), server.admin(), null)
                        .status())
                .isEqualTo(200);
    }

    @Test
    void what_came_before_a_restart_of_the_server_is_asked_for_again_and_the_result_is_whole() throws Exception {
        byte[] list = json(List.of(LARGE_FILE));
        upload(list);
        assertThat(answer(commit(list)).missing()).containsExactly(LARGE_FILE.hash());

        server.close();
        server = TestServer.start(data);
        assertThat(answer(commit(list)).missing()).containsExactly(Content.hash(list));
        upload(list);
        assertThat(answer(commit(list)).missing()).containsExactly(LARGE_FILE.hash());
        upload(LARGE);

        assertThat(answer(commit(list)).verdict()).isEqualTo(CommitAnswer.Verdict.ACCEPTED);
    }

    @Test
    void a_list_is_held_to_the_rules_for_what_a_report_names_itself() throws Exception {
        refused(json(List.of(file("elsewhere"))), 422, "undeclared-output");
        refused(json(List.of(file("stdout"))), 422, "undeclared-output");
        refused(json(List.of(file("d/a"), file("d/a"))), 400, "bad-message");
        refused(json(List.of(file("d/a"), file("d/a/b"))), 400, "bad-message");
        refused(json(files(Outputs.MOST + 1)), 400, "bad-message");
        refused("[{\"path\":\"d/../../x\",\"hash\":\"00\",\"size\":1}]".getBytes(UTF_8), 400, "bad-message");
        assertThat(commit("[{\"path\":\"d/../../x\",\"hash\":\"00\",\"size\":1}]".getBytes(UTF_8))
                        .text())
                .contains("Invalid field list: /0/path: ")
                .doesNotContain("..\"", ". .");
        refused("no list at all".getBytes(UTF_8), 400, "bad-message");
        String lie = new String(json(List.of(file("d/a"))), UTF_8).replace("\"size\":1", "\"size\":2");
        refused(lie.getBytes(UTF_8), 400, "bad-message");

        byte[] most = json(files(Outputs.MOST));
        upload(most);
        assertThat(answer(commit(most)).verdict()).isEqualTo(CommitAnswer.Verdict.ACCEPTED);
    }

    @Test
    void a_node_that_only_knows_the_hash_of_a_list_has_it_not_read_for_itself() throws Exception {
        byte[] list = json(List.of(file("elsewhere")));
        server.call("PUT", "/api/v1/blobs/" + Content.hash(list), server.admin(), list);

        assertThat(answer(commit(list)).missing()).containsExactly(Content.hash(list));
    }

    private static ResultFile file(String name) {
        return Content.inline(name, "x".getBytes(UTF_8), false);
    }

    private static List<ResultFile> files(int count) {
        List<ResultFile> files = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            files.add(file("d/" + i));
        }
        return files;
    }

    private static byte[] json(List<ResultFile> files) {
        return TestServer.json(files, FileJson::writeResults);
    }

    private static List<String> withPrinted(List<ResultFile> files) {
        List<String> names =
                new ArrayList<>(files.stream().map(ResultFile::path).toList());
        names.add("stdout");
        return names;
    }

    private String path(String below) {
        return "/api/v1/nodes/" + node.id() + below;
    }

    private void upload(byte[] content) throws Exception {
        BlobHash hash = Content.hash(content);
        assertThat(server.call("PUT", "/api/v1/blobs/" + hash, node.token(), content)
                        .status())
                .isBetween(200, 201);
    }

    private Answer commit(byte[] list) throws Exception {
        ResultFile named = new ResultFile(Outputs.LIST, Content.hash(list), list.length, false, null);
        AttemptReport report = new AttemptReport(
                AttemptId.of(1, 1, 1),
                Outcome.DONE,
                0,
                "",
                AttemptReport.Usage.NONE,
                Outputs.listed(named),
                file("stdout"),
                null,
                "");
        CommitCall call = new CommitCall(node.incarnation(), List.of(report), false);
        return server.call("POST", path("/commits"), node.token(), TestServer.json(call, CommitJson::writeCall));
    }

    private static CommitAnswer answer(Answer answer) throws Exception {
        return answer.read(CommitJson::readReply).answers().get(0);
    }

    private void refused(byte[] list, int status, String code) throws Exception {
        upload(list);
        commit(list).isProblem(status, code);
        assertThat(outputs("/api/v1/jobs/1/outputs").outputs()).isEmpty();
    }

    private OutputPage outputs(String path) throws Exception {
        return server.call("GET", path, server.admin(), null).read(TaskJson::readOutputs);
    }

    /** All names, page by page. */
    private List<String> told(String path) throws Exception {
        List<String> names = new ArrayList<>();
        int from = 1;
        int skip = 0;
        while (from > 0) {
            OutputPage page = outputs(String.format(java.util.Locale.ROOT, path, from, skip));
            page.outputs().forEach(row -> names.add(row.file().path()));
            from = page.next();
            skip = page.skip();
        }
        return names;
    }
}
