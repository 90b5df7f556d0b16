package org.gleaner.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What happens when as many are connected as may be: real connections, of which there may be sixteen. */
@Timeout(300)
final class ConnectionCountComponentTest {
    private static final HttpLimits LIMITS =
            new HttpLimits(4096, 16, Duration.ofMinutes(2), Duration.ofMinutes(2), 1_000, 1, 1);

    private final List<Socket> open = new ArrayList<>();
    private final Handler calls = new Handler.Abstract.NonBlocking() {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            response.setStatus(204);
            callback.succeeded();
            return true;
        }
    };
    private final WebServer server = new WebServer(InetAddress.getLoopbackAddress(), 0, calls, LIMITS, null, List.of());

    @BeforeEach
    void start() throws IOException {
        server.start();
    }

    @AfterEach
    void stop() throws IOException {
        for (Socket each : open) {
            each.close();
        }
        server.stop(Duration.ZERO);
    }

    @Test
    void a_connection_rests_between_two_calls_while_there_are_enough() throws Exception {
        Socket socket = connect();

        assertThat(call(socket)).contains("HTTP/1.1 204 No Content").doesNotContain("Connection: close");
        assertThat(call(socket)).contains("HTTP/1.1 204 No Content");
    }

    @Test
    void an_answer_ends_its_connection_when_few_are_left() throws Exception {
        for (int i = 0; i < LIMITS.calls(); i++) {
            call(connect());
        }

        Socket last = connect();

        assertThat(call(last)).contains("HTTP/1.1 204 No Content", "Connection: close");
        assertThat(last.getInputStream().read()).isEqualTo(-1);
    }

    @Test
    void who_looks_after_the_server_is_told_that_new_connections_have_to_wait() throws Exception {
        for (int i = 0; i < LIMITS.connections(); i++) {
            assertThat(server.crowded().orElse("")).doesNotContain("wait");
            connect();
        }

        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .until(() -> server.crowded().orElse("").contains("16 connections open"));
        open.remove(0).close();
        assertThat(call(connect())).contains("HTTP/1.1 204 No Content");
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        open.add(socket);
        return socket;
    }

    /** The head of the answer. */
    private static List<String> call(Socket socket) throws IOException {
        socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(UTF_8));
        BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8), 1);
        List<String> head = new ArrayList<>();
        for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
            head.add(line);
        }
        return head;
    }
}
