package org.gleaner.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.gleaner.protocol.json.UploadJson;
import org.gleaner.protocol.message.Content;
import org.gleaner.protocol.message.UploadState;
import org.gleaner.server.TestServer.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Content that its sender can't hash, over HTTP. */
final class UploadsComponentTest {
    private static final byte[] CONTENT = content(3_000_000);
    private static final String HASH = Content.hash(CONTENT).hex();

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

    private static byte[] content(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return bytes;
    }

    private static byte[] part(int from, int to) {
        return Arrays.copyOfRange(CONTENT, from, to);
    }

    private String begin(long size) throws Exception {
        Answer begun = server.call("POST", "/api/v1/uploads?size=" + size, ann, null);
        assertThat(begun.status()).as(begun.text()).isEqualTo(201);
        return "/api/v1/uploads/" + begun.read(UploadJson::read).upload();
    }

    private Answer put(String path, long offset, byte[] piece) throws Exception {
        return server.call("PUT", path + "?offset=" + offset, ann, piece);
    }

    private UploadState state(String path) throws Exception {
        return server.call("GET", path, ann, null).read(UploadJson::read);
    }

    private static byte[] job(String hash, int size) {
        return ("{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"],\"inputs\":[{\"path\":\"in\",\"hash\":\"" + hash
                        + "\",\"size\":" + size + "}]}")
                .getBytes(UTF_8);
    }

    @Test
    void what_comes_in_pieces_is_hashed_by_the_server_and_may_be_named() throws Exception {
        String path = begin(CONTENT.length);

        Answer first = put(path, 0, part(0, 1_000_000));
        Answer second = put(path, 1_000_000, part(1_000_000, 2_999_999));
        Answer last = put(path, 2_999_999, part(2_999_999, 3_000_000));

        assertThat(first.status()).isEqualTo(200);
        assertThat(first.read(UploadJson::read).received()).isEqualTo(1_000_000);
        assertThat(first.read(UploadJson::read).hash()).isNull();
        assertThat(second.status()).isEqualTo(200);
        assertThat(last.status()).isEqualTo(201);
        assertThat(last.text()).contains("\"hash\":\"" + HASH);
        assertThat(server.call("GET", "/api/v1/blobs/" + HASH, ann, null).body())
                .isEqualTo(CONTENT);
        assertThat(server.call("POST", "/api/v1/jobs", ann, job(HASH, CONTENT.length))
                        .status())
                .isEqualTo(201);
        server.call("POST", "/api/v1/jobs", server.user("bob"), job(HASH, CONTENT.length))
                .isProblem(422, "missing-blobs");
    }

    @Test
    void whoever_gets_the_name_of_a_removed_user_has_no_part_in_their_uploads() throws Exception {
        String half = begin(CONTENT.length);
        put(half, 0, part(0, 1_000_000));
        String whole = begin(CONTENT.length);
        put(whole, 0, CONTENT);
        assertThat(state(whole).hash()).isNotNull();

        server.call("DELETE", "/api/v1/users/ann", server.admin(), null);
        ann = server.user("ann");

        server.call("GET", half, ann, null).isProblem(404, "unknown-upload");
        server.call("GET", whole, ann, null).isProblem(404, "unknown-upload");
        try (Stream<Path> left = Files.list(data.resolve("blobs/partial"))) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void whoever_missed_the_last_answer_can_still_learn_the_hash() throws Exception {
        String path = begin(CONTENT.length);
        assertThat(put(path, 0, CONTENT).status()).isEqualTo(201);

        assertThat(state(path)).isEqualTo(put(path, CONTENT.length, new byte[0]).read(UploadJson::read));
        assertThat(String.valueOf(state(path).hash())).contains(HASH);
        put(path, 0, new byte[1]).isProblem(409, "wrong-offset");
    }

    @Test
    void an_upload_that_broke_goes_on_where_it_ended_even_after_a_restart() throws Exception {
        String path = begin(CONTENT.length);
        URI url = URI.create(server.assembly().url());
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), url.getPort())) {
            socket.getOutputStream()
                    .write(("PUT " + path + " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + ann
                                    + "\r\nContent-Length: " + CONTENT.length + "\r\n\r\n")
                            .getBytes(UTF_8));
            socket.getOutputStream().write(CONTENT, 0, 1_000_000);
            Awaitility.await()
                    .atMost(Duration.ofMinutes(5))
                    .until(() -> state(path).received() == 1_000_000);
        }
        server.close();

        server = TestServer.start(data);

        Answer wrong = put(path, 999_999, new byte[1]);
        wrong.isProblem(409, "wrong-offset");
        assertThat(wrong.text()).contains("\"received\":1000000");
        Answer answer = put(path, 1_000_000, part(1_000_000, CONTENT.length));
        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.text()).contains(HASH);
    }

    @Test
    void a_later_call_takes_over_from_one_that_hangs() throws Exception {
        String path = begin(CONTENT.length);
        URI url = URI.create(server.assembly().url());
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), url.getPort())) {
            socket.getOutputStream()
                    .write(("PUT " + path + " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + ann
                                    + "\r\nContent-Length: " + CONTENT.length + "\r\n\r\n")
                            .getBytes(UTF_8));
            socket.getOutputStream().write(CONTENT, 0, 1_000_000);
            Awaitility.await()
                    .atMost(Duration.ofMinutes(5))
                    .until(() -> state(path).received() == 1_000_000);

            assertThat(put(path, 1_000_000, part(1_000_000, CONTENT.length)).text())
                    .contains(HASH);
        }
    }

    @Test
    void empty_content_needs_one_empty_piece() throws Exception {
        String path = begin(0);

        Answer answer = put(path, 0, new byte[0]);

        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.text()).contains(Content.hash(new byte[0]).hex());
    }

    @Test
    void more_than_was_announced_is_refused_and_what_came_before_is_kept() throws Exception {
        String path = begin(10);
        assertThat(put(path, 0, part(0, 4)).status()).isEqualTo(200);

        put(path, 4, part(4, 11)).isProblem(413, "payload-too-large");

        assertThat(state(path).received()).isEqualTo(4);
        assertThat(put(path, 4, part(4, 10)).text())
                .contains(Content.hash(part(0, 10)).hex());
    }

    @Test
    void an_upload_is_its_owners_alone() throws Exception {
        String path = begin(CONTENT.length);
        String bob = server.user("bob");

        server.call("GET", path, bob, null).isProblem(404, "unknown-upload");
        server.call("PUT", path, bob, part(0, 10)).isProblem(404, "unknown-upload");
        server.call("DELETE", path, bob, null).isProblem(404, "unknown-upload");
        assertThat(state(path).received()).isZero();
    }

    @Test
    void what_is_dropped_is_gone() throws Exception {
        String path = begin(CONTENT.length);
        put(path, 0, part(0, 1000));

        assertThat(server.call("DELETE", path, ann, null).status()).isEqualTo(204);

        server.call("GET", path, ann, null).isProblem(404, "unknown-upload");
        put(path, 0, part(0, 10)).isProblem(404, "unknown-upload");
        try (Stream<Path> files = Files.list(data.resolve("blobs/partial"))) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void what_exceeds_a_quota_is_refused_before_it_is_sent_and_what_came_counts() throws Exception {
        server.call(
                "PUT",
                "/api/v1/settings",
                server.admin(),
                "{\"name\":\"quota-owner\",\"value\":\"1M\"}".getBytes(UTF_8));

        server.call("POST", "/api/v1/uploads?size=2000000", ann, null).isProblem(422, "quota-exceeded");
        String path = begin(1_000_000);
        assertThat(put(path, 0, part(0, 600_000)).status()).isEqualTo(200);
        server.call("POST", "/api/v1/uploads?size=600000", ann, null).isProblem(422, "quota-exceeded");
        byte[] other = content(500_000);
        server.call("PUT", "/api/v1/blobs/" + Content.hash(other).hex(), ann, other)
                .isProblem(422, "quota-exceeded");
        assertThat(put(path, 600_000, part(600_000, 1_000_000)).status()).isEqualTo(201);
        server.call("POST", "/api/v1/uploads?size=600000", ann, null).isProblem(422, "quota-exceeded");
    }
}
