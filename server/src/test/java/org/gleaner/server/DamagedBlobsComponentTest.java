package org.gleaner.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.AttemptId;
import org.gleaner.protocol.http.BlobCalls;
import org.gleaner.protocol.message.Content;
import org.gleaner.server.TestServer.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files in the folder of all files whose content is no longer what their name says. */
final class DamagedBlobsComponentTest {
    private static final byte[] CONTENT = "precious".repeat(10_000).getBytes(UTF_8);
    private static final String HASH = Content.hash(CONTENT).hex();
    private static final String PATH = "/api/v1/blobs/" + HASH;

    @TempDir
    private Path data;

    private TestServer server;
    private String ann;

    @BeforeEach
    void start() throws Exception {
        server = TestServer.start(data);
        ann = server.user("ann");
        server.call("PUT", PATH, ann, CONTENT);
        assertThat(submit(CONTENT.length).status()).isEqualTo(201);
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private Answer submit(int size) throws Exception {
        return server.call(
                "POST",
                "/api/v1/jobs",
                ann,
                ("{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"],\"inputs\":[{\"path\":\"f\",\"hash\":\"" + HASH
                                + "\",\"size\":" + size + "}],\"outputs\":[{\"path\":\"d\"}]}")
                        .getBytes(UTF_8));
    }

    private void damage(byte[] content) throws IOException {
        Files.write(data.resolve("blobs").resolve(HASH.substring(0, 2)).resolve(HASH.substring(2)), content);
    }

    private void alter() throws IOException {
        byte[] other = CONTENT.clone();
        other[77]++;
        damage(other);
    }

    private void truncate() throws IOException {
        damage(Arrays.copyOf(CONTENT, 100));
    }

    private Answer doubt() throws Exception {
        return server.call(server.request("GET", PATH, ann, null)
                .header(BlobCalls.DOUBT_HEADER, "true")
                .build());
    }

    private String health() throws Exception {
        server.call("POST", "/api/v1/storage/sweep", server.admin(), "{}".getBytes(UTF_8));
        return server.call("GET", "/health", null, null).text();
    }

    @Test
    void a_damaged_file_that_is_doubted_is_missing_until_it_is_sent_again() throws Exception {
        alter();

        doubt().isProblem(404, "unknown-blob");

        assertThat(health()).contains("files-missing");
        submit(CONTENT.length).isProblem(422, "missing-blobs");
        assertThat(server.call("PUT", PATH, ann, CONTENT).status()).isEqualTo(201);
        assertThat(doubt().body()).isEqualTo(CONTENT);
        assertThat(submit(CONTENT.length).status()).isEqualTo(201);
        assertThat(health()).doesNotContain("files-missing");
    }

    @Test
    void whoever_doubts_a_file_that_is_whole_gets_it_and_it_stays() throws Exception {
        assertThat(doubt().body()).isEqualTo(CONTENT);
        submit(100).isProblem(400, "bad-message");
        assertThat(server.call("GET", PATH, ann, null).body()).isEqualTo(CONTENT);
        assertThat(data.resolve("blobs/damaged")).doesNotExist();
    }

    @Test
    void a_truncated_file_counts_as_missing_wherever_its_size_is_known() throws Exception {
        truncate();
        assertThat(health()).contains("files-missing");
        assertThat(server.call("PUT", PATH, ann, CONTENT).status()).isEqualTo(201);

        truncate();
        submit(CONTENT.length).isProblem(422, "missing-blobs");
        assertThat(server.call("PUT", PATH, ann, CONTENT).status()).isEqualTo(201);

        truncate();
        assertThat(server.call("GET", PATH + "/upload?size=" + CONTENT.length, ann, null)
                        .text())
                .contains("\"received\":0");
        assertThat(server.call("PUT", PATH, ann, CONTENT).status()).isEqualTo(201);

        truncate();
        assertThat(server.call("PUT", PATH, ann, CONTENT).status()).isEqualTo(201);
        assertThat(server.call("GET", PATH, ann, null).body()).isEqualTo(CONTENT);
        assertThat(submit(CONTENT.length).status()).isEqualTo(201);
    }

    @Test
    void no_machine_is_blamed_for_an_input_that_is_truncated_here() throws Exception {
        TestNode node = new TestNode(server, 1);
        node.takeWork();
        truncate();

        node.end(AttemptId.of(1, 1, 1), Outcome.NOT_STARTABLE, Outputs.of(List.of()));

        assertThat(server.call("GET", "/api/v1/why?select=1", ann, null).text()).contains("input-lost");
    }

    /** What broke off may have been refused before its first byte was sent. */
    private boolean comes(String path) throws Exception {
        try {
            return server.call("GET", path, ann, null).status() == 200;
        } catch (IOException brokenOff) {
            return false;
        }
    }

    @Test
    void no_archive_with_a_damaged_file_looks_like_a_whole_one() throws Exception {
        TestNode node = new TestNode(server, 1);
        node.takeWork();
        node.upload(CONTENT);
        node.end(
                AttemptId.of(1, 1, 1),
                Outcome.DONE,
                Outputs.of(List.of(new ResultFile("d/f", Content.hash(CONTENT), CONTENT.length, false, null))));
        alter();

        for (String format : List.of("zip", "tar.gz")) {
            assertThat(comes("/api/v1/jobs/1/archive?format=" + format)).isFalse();
        }
        assertThat(health()).contains("files-missing");
    }
}
