package org.gleaner.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.AttemptId;
import org.gleaner.protocol.message.Content;
import org.gleaner.server.TestServer.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Results as one file, over HTTP. */
final class ArchiveComponentTest {
    private static final byte[] LARGE = new byte[3_000_000];

    static {
        new Random(1).nextBytes(LARGE);
    }

    @TempDir
    private Path data;

    private TestServer server;
    private TestNode node;
    private String ann;

    @BeforeEach
    void start() throws Exception {
        server = TestServer.start(data);
        ann = server.user("ann");
        node = new TestNode(server, 4);
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private void submit(String array) throws Exception {
        Answer taken = server.call(
                "POST",
                "/api/v1/jobs",
                ann,
                ("{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"],\"outputs\":[{\"path\":\"d\"},"
                                + "{\"path\":\".named\",\"optional\":true}]" + array + "}")
                        .getBytes(UTF_8));
        assertThat(taken.status()).as(taken.text()).isEqualTo(201);
        node.takeWork();
    }

    private void done(int task, ResultFile... files) throws Exception {
        node.end(AttemptId.of(1, task, 1), Outcome.DONE, Outputs.of(List.of(files)));
    }

    private static ResultFile small(String name) {
        return Content.inline(name, name.getBytes(UTF_8), false);
    }

    private static ResultFile large(String name) {
        return new ResultFile(name, Content.hash(LARGE), LARGE.length, false, null);
    }

    private Answer archive(String query) throws Exception {
        return server.call("GET", "/api/v1/jobs/1/archive?" + query, ann, null);
    }

    private static Map<String, byte[]> unzipped(Answer answer) throws IOException {
        assertThat(answer.status()).isEqualTo(200);
        Map<String, byte[]> found = new TreeMap<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(answer.body()))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                found.put(entry.getName(), zip.readAllBytes());
            }
        }
        return found;
    }

    @Test
    void files_of_done_tasks_lie_in_it_as_they_are_fetched() throws Exception {
        submit(",\"array\":{\"first\":1,\"last\":3}");
        node.upload(LARGE);
        done(1, small("d/a b.txt"), large("d/large"));
        done(3, small("d/ü"));

        Answer answer = archive("format=zip");

        Map<String, byte[]> files = unzipped(answer);
        assertThat(files)
                .containsOnlyKeys(
                        "gleaner-1/1/d/a b.txt",
                        "gleaner-1/1/d/large",
                        "gleaner-1/1/stdout",
                        "gleaner-1/3/d/ü",
                        "gleaner-1/3/stdout");
        assertThat(files.get("gleaner-1/1/d/large")).isEqualTo(LARGE);
        assertThat(new String(files.get("gleaner-1/3/stdout"), UTF_8)).isEqualTo("out of 3");
        assertThat(answer.header("Content-Type")).hasValue("application/zip");
        assertThat(answer.header("Content-Disposition")).hasValue("attachment; filename=\"gleaner-1.zip\"");
        assertThat(unzipped(archive("tasks=2-3"))).containsOnlyKeys("gleaner-1/3/d/ü", "gleaner-1/3/stdout");
        assertThat(unzipped(archive("tasks=1"))).hasSize(3);
    }

    @Test
    void what_a_task_hides_stays_behind_unless_its_owner_named_it() throws Exception {
        submit("");
        node.end(
                AttemptId.of(1, 1, 1),
                Outcome.DONE,
                Outputs.of(List.of(small(".named"), small("d/.git/hooks"), small("d/x")))
                        .with(List.of("d/empty", "d/.hidden")));

        assertThat(unzipped(archive("")))
                .containsOnlyKeys("gleaner-1/.named", "gleaner-1/d/x", "gleaner-1/stdout", "gleaner-1/d/empty/");
    }

    @Test
    void a_tar_is_one_that_tar_reads(@TempDir Path target) throws Exception {
        submit(",\"array\":{\"first\":1,\"last\":2}");
        node.upload(LARGE);
        String deep = "d/" + "long-name/".repeat(30) + "ü";
        done(1, large("d/large"), small(deep));

        Answer answer = archive("format=tar.gz");

        assertThat(answer.header("Content-Type")).hasValue("application/gzip");
        Path file = Files.write(target.resolve("all.tar.gz"), answer.body());
        Process tar = new ProcessBuilder("tar", "-xzf", file.toString(), "-C", target.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(tar.getInputStream().readAllBytes(), UTF_8);
        assertThat(tar.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(said).isEmpty();
        assertThat(target.resolve("gleaner-1/1/d/large")).hasBinaryContent(LARGE);
        assertThat(target.resolve("gleaner-1/1/" + deep)).hasContent(deep);
        assertThat(target.resolve("gleaner-1/1/stdout")).hasContent("out of 1");
    }

    @Test
    void what_unfinished_tasks_wrote_is_marked_as_such() throws Exception {
        Answer taken = server.call(
                "POST",
                "/api/v1/jobs",
                ann,
                ("{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"],\"outputs\":[{\"path\":\"d\"}],"
                                + "\"partialMs\":1000}")
                        .getBytes(UTF_8));
        assertThat(taken.status()).as(taken.text()).isEqualTo(201);
        node.takeWork();
        node.show(AttemptId.of(1, 1, 1), List.of(small("d/so-far")));

        archive("").isProblem(404, "unknown-output");
        Answer answer = archive("partial=true");

        assertThat(unzipped(answer)).containsOnlyKeys("gleaner-1-partial/d/so-far");
        assertThat(answer.header("Content-Disposition")).hasValue("attachment; filename=\"gleaner-1-partial.zip\"");
    }

    @Test
    void an_archive_that_can_not_be_finished_does_not_look_like_a_whole_one() throws Exception {
        submit(",\"array\":{\"first\":1,\"last\":2}");
        node.upload(LARGE);
        byte[] other = "other".repeat(10_000).getBytes(UTF_8);
        node.upload(other);
        done(1, large("d/large"));
        done(2, new ResultFile("d/other", Content.hash(other), other.length, false, null));
        String hex = Content.hash(other).hex();
        Files.delete(data.resolve("blobs").resolve(hex.substring(0, 2)).resolve(hex.substring(2)));

        assertThatThrownBy(() -> archive("")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> archive("format=tar.gz")).isInstanceOf(IOException.class);
        assertThat(unzipped(archive("tasks=1"))).hasSize(2);
    }

    @Test
    void what_can_not_be_asked_for_is_refused_in_words() throws Exception {
        submit(",\"array\":{\"first\":1,\"last\":2}");

        archive("tasks=2-1").isProblem(422, "contradiction");
        archive("tasks=1-3").isProblem(404, "unknown-task");
        archive("tasks=0").isProblem(404, "unknown-task");
        archive("tasks=x").isProblem(400, "bad-message");
        archive("format=rar").isProblem(400, "bad-message");
        archive("").isProblem(404, "unknown-output");
        server.call("GET", "/api/v1/jobs/1/archive", server.user("bob"), null).isProblem(404, "unknown-job");
    }

    @Test
    void nothing_is_left_behind_and_refused_ones_do_not_count_for_ever() throws Exception {
        submit("");
        for (int i = 0; i < 20; i++) {
            archive("").isProblem(404, "unknown-output");
        }
        done(1, small("d/x"));
        for (int i = 0; i < 20; i++) {
            assertThat(unzipped(archive(""))).hasSize(2);
        }
        try (Stream<Path> files = Files.list(data.resolve("blobs/partial"))) {
            assertThat(files).isEmpty();
        }
    }
}
