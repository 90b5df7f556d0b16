package org.gleaner.client.executor;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.gleaner.client.Gleaner;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.problem.Problem;
import org.gleaner.protocol.problem.ProblemJson;
import org.gleaner.protocol.problem.ShellProblems;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An executor whose server has no room for what it sends. */
final class FullDiskComponentTest {
    private final CountDownLatch tries = new CountDownLatch(3);
    private final ExecutorLog log = new ExecutorLog();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::refuse);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
        log.close();
    }

    private void refuse(HttpExchange exchange) throws IOException {
        try (exchange) {
            tries.countDown();
            exchange.getRequestBody().readAllBytes();
            Problem full = ShellProblems.diskFull(Duration.ofSeconds(30));
            byte[] body = Json.write(full, ProblemJson::write);
            exchange.getResponseHeaders().add("Content-Type", Problem.MEDIA_TYPE);
            exchange.sendResponseHeaders(full.status(), body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Test
    void a_call_that_the_server_has_no_room_for_waits_until_there_is_some_and_a_warning_says_so_once()
            throws Exception {
        try (Gleaner grid =
                Gleaner.connect("http://127.0.0.1:" + server.getAddress().getPort(), "none")) {
            GridExecutor pool = grid.executor("full");
            Future<Integer> call = pool.submit(() -> 42);

            assertThat(tries.await(2, TimeUnit.MINUTES))
                    .as("it is sent again, and again")
                    .isTrue();
            assertThat(call.isDone()).isFalse();
            assertThat(log.lines())
                    .containsExactly("WARNING Calls of the executor 'full' wait: the server's disk is full.");
            pool.shutdownNow();
        }
    }
}
