package org.gleaner.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.gleaner.protocol.json.AdminJson;
import org.gleaner.protocol.message.Content;
import org.gleaner.server.token.TokenMint;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A call whose token is revoked after its head and before the end of its body, or before all of its answer is sent. */
final class RevokedOnTheWayComponentTest {
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

    /** A call that was let in and whose body has not come yet. */
    private final class Pending implements AutoCloseable {
        private final Socket socket;
        private final BufferedReader answer;

        Pending(String line, String token, int length) throws IOException {
            socket = new Socket(
                    InetAddress.getLoopbackAddress(),
                    URI.create(server.assembly().url()).getPort());
            socket.setSoTimeout((int) Duration.ofMinutes(5).toMillis());
            answer = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
            send((line + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer " + token
                            + "\r\nExpect: 100-continue\r\nContent-Length: " + length + "\r\n\r\n")
                    .getBytes(UTF_8));
            assertThat(answer.readLine()).as("the server wants the body").contains(" 100 ");
            assertThat(answer.readLine()).isEmpty();
        }

        private void send(byte[] bytes) throws IOException {
            OutputStream out = socket.getOutputStream();
            out.write(bytes);
            out.flush();
        }

        /** The whole answer to a call that is complete now. */
        String end(byte[] body) throws IOException {
            send(body);
            StringBuilder all = new StringBuilder();
            for (String line = answer.readLine(); line != null; line = answer.readLine()) {
                all.append(line).append('\n');
            }
            return all.toString();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    private void revoke(String token) throws Exception {
        String path = "/api/v1/tokens/" + TokenMint.hash(token).hex();
        assertThat(server.call("DELETE", path, server.admin(), null).status()).isEqualTo(204);
    }

    private static void isStranger(String answer) {
        assertThat(answer).startsWith("HTTP/1.1 401").contains("urn:gleaner:problem:unauthenticated");
    }

    @Test
    void a_token_that_is_revoked_while_the_body_comes_mints_no_other_one() throws Exception {
        byte[] body = "{\"role\":\"admin\",\"owner\":\"eve\"}".getBytes(UTF_8);
        String stolen = server.call(
                        "POST",
                        "/api/v1/tokens",
                        server.admin(),
                        "{\"role\":\"admin\",\"owner\":\"eve\"}".getBytes(UTF_8))
                .read(AdminJson::readIssued)
                .token();

        try (Pending call = new Pending("POST /api/v1/tokens", stolen, body.length)) {
            revoke(stolen);

            isStranger(call.end(body));
        }

        assertThat(server.call("GET", "/api/v1/users", server.admin(), null).text())
                .doesNotContain("eve");
    }

    @Test
    void who_is_removed_while_the_body_comes_does_not_come_back() throws Exception {
        byte[] body = "{\"role\":\"user\"}".getBytes(UTF_8);
        String ann = server.user("ann");

        try (Pending call = new Pending("POST /api/v1/tokens", ann, body.length)) {
            assertThat(server.call("DELETE", "/api/v1/users/ann?jobs=cancel", server.admin(), null)
                            .status())
                    .isEqualTo(200);

            isStranger(call.end(body));
        }

        assertThat(server.call("GET", "/api/v1/users", server.admin(), null).text())
                .doesNotContain("ann");
    }

    @Test
    void a_file_whose_end_comes_after_its_senders_token_was_revoked_is_not_stored() throws Exception {
        byte[] content = "secret".getBytes(UTF_8);
        String path = "/api/v1/blobs/" + Content.hash(content).hex();
        String ann = server.user("ann");

        try (Pending call = new Pending("PUT " + path, ann, content.length)) {
            revoke(ann);

            isStranger(call.end(content));
        }

        String again = server.user("ann");
        server.call("GET", path, again, null).isProblem(404, "unknown-blob");
    }

    @Test
    void a_download_ends_when_its_token_is_revoked() throws Exception {
        byte[] content = new byte[64 << 20];
        new Random(1).nextBytes(content);
        String path = "/api/v1/blobs/" + Content.hash(content).hex();
        String ann = server.user("ann");
        assertThat(server.call("PUT", path, ann, content).status()).isEqualTo(201);

        try (Socket socket = new Socket(
                InetAddress.getLoopbackAddress(),
                URI.create(server.assembly().url()).getPort())) {
            socket.setSoTimeout((int) Duration.ofMinutes(5).toMillis());
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer " + ann
                                    + "\r\n\r\n")
                            .getBytes(UTF_8));
            assertThat(socket.getInputStream().readNBytes(1000)).hasSize(1000);

            revoke(ann);

            // What was on its way is still read.
            assertThat(rest(socket)).isLessThan(content.length / 2);
        }
    }

    /** How much more comes until the connection is closed or broken. */
    private static long rest(Socket socket) {
        byte[] buffer = new byte[64 << 10];
        long all = 0;
        try {
            for (int read = socket.getInputStream().read(buffer);
                    read >= 0;
                    read = socket.getInputStream().read(buffer)) {
                all += read;
            }
        } catch (IOException reset) {
            assertThat(reset).isNotInstanceOf(java.net.SocketTimeoutException.class);
        }
        return all;
    }
}
