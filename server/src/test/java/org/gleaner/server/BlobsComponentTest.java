package org.gleaner.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import org.awaitility.Awaitility;
import org.gleaner.protocol.json.AdminJson;
import org.gleaner.protocol.json.AnswerJson;
import org.gleaner.protocol.message.Content;
import org.gleaner.server.TestServer.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Content both ways, over HTTP. */
final class BlobsComponentTest {
    private static final byte[] CONTENT = content(3_000_000);
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
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    @Test
    void what_was_sent_comes_back_whole_or_in_part() throws Exception {
        Answer put = server.call("PUT", PATH, ann, CONTENT);

        assertThat(put.status()).isEqualTo(201);
        assertThat(put.read(AdminJson::readReceived)).isEqualTo(CONTENT.length);
        assertThat(server.call("GET", PATH, ann, null).body()).isEqualTo(CONTENT);
        Answer part = range("bytes=2999990-");
        assertThat(part.status()).isEqualTo(206);
        assertThat(part.body()).isEqualTo(Arrays.copyOfRange(CONTENT, 2_999_990, CONTENT.length));
        assertThat(range("bytes=5-9").body()).isEqualTo(Arrays.copyOfRange(CONTENT, 5, 10));
        range("bytes=3000000-").isProblem(416, "bad-range");
        assertThat(server.call("HEAD", PATH, ann, null).status()).isEqualTo(200);
        assertThat(server.call("PUT", PATH, ann, CONTENT).status()).isEqualTo(200);
    }

    @Test
    void empty_content_is_a_blob_too() throws Exception {
        String path = "/api/v1/blobs/" + Content.hash(new byte[0]).hex();

        assertThat(server.call("PUT", path, ann, new byte[0]).status()).isEqualTo(201);
        Answer answer = server.call("GET", path, ann, null);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEmpty();
    }

    @Test
    void content_that_does_not_match_its_name_is_thrown_away() throws Exception {
        Answer answer = server.call("PUT", PATH, ann, "other".getBytes(UTF_8));

        answer.isProblem(422, "hash-mismatch");
        assertThat(new String(answer.body(), UTF_8))
                .contains(
                        "\"actual\":\"" + Content.hash("other".getBytes(UTF_8)).hex(), "\"expected\":\"");
        server.call("GET", PATH, ann, null).isProblem(404, "unknown-blob");
    }

    @Test
    void an_upload_that_broke_goes_on_where_it_ended() throws Exception {
        URI url = URI.create(server.assembly().url());
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), url.getPort())) {
            socket.getOutputStream()
                    .write(("PUT " + PATH + " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + ann
                                    + "\r\nContent-Length: " + CONTENT.length + "\r\n\r\n")
                            .getBytes(UTF_8));
            socket.getOutputStream().write(CONTENT, 0, 1_000_000);
            Awaitility.await().atMost(Duration.ofMinutes(5)).until(() -> received() == 1_000_000);
        }

        // Few bytes: of many the server would not wait for the end, and the answer could get lost.
        server.call("PUT", PATH + "?offset=999999", ann, new byte[1]).isProblem(416, "bad-range");
        byte[] rest = Arrays.copyOfRange(CONTENT, 1_000_000, CONTENT.length);
        Answer answer = server.call("PUT", PATH + "?offset=1000000", ann, rest);

        assertThat(answer.read(AdminJson::readReceived)).isEqualTo(CONTENT.length);
        assertThat(server.call("GET", PATH, ann, null).body()).isEqualTo(CONTENT);
    }

    @Test
    void whether_a_blob_exists_is_told_only_to_those_who_may_read_it() throws Exception {
        server.call("PUT", PATH, ann, CONTENT);
        String bob = server.user("bob");
        String node = server.node(1).token();

        for (String stranger : new String[] {bob, node}) {
            server.call("GET", PATH, stranger, null).isProblem(404, "unknown-blob");
            assertThat(server.call("HEAD", PATH, stranger, null).status()).isEqualTo(404);
            assertThat(server.call("GET", PATH + "/upload", stranger, null).read(AdminJson::readReceived))
                    .isZero();
        }
        server.call("POST", "/api/v1/jobs", bob, job()).isProblem(422, "missing-blobs");
        assertThat(server.call("PUT", PATH, bob, CONTENT).status()).isEqualTo(201);
        assertThat(server.call("POST", "/api/v1/jobs", bob, job()).status()).isEqualTo(201);
        assertThat(server.call("GET", PATH, server.admin(), null).status()).isEqualTo(200);
    }

    @Test
    void a_job_may_name_what_its_owner_sent_and_its_owner_may_read_it_after_a_restart() throws Exception {
        server.call("PUT", PATH, ann, CONTENT);
        server.call("POST", "/api/v1/jobs", ann, job()).read(AnswerJson::readSubmitted);
        server.close();

        server = TestServer.start(data);

        assertThat(server.call("GET", PATH, ann, null).body()).isEqualTo(CONTENT);
        server.call("POST", "/api/v1/jobs", ann, job()).read(AnswerJson::readSubmitted);
    }

    private long received() throws Exception {
        return server.call("GET", PATH + "/upload", ann, null).read(AdminJson::readReceived);
    }

    private Answer range(String range) throws Exception {
        return server.call(
                server.request("GET", PATH, ann, null).header("Range", range).build());
    }

    private static byte[] job() {
        return ("{\"name\":\"n\",\"type\":\"t\",\"command\":[\"x\"],\"inputs\":[{\"path\":\"x\",\"hash\":\"" + HASH
                        + "\",\"size\":3000000}]}")
                .getBytes(UTF_8);
    }

    private static byte[] content(int size) {
        byte[] bytes = new byte[size];
        new Random(7).nextBytes(bytes);
        return bytes;
    }
}
