package org.gleaner.client.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.NavigableMap;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import org.gleaner.client.Gleaner;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.problem.Problem;
import org.gleaner.protocol.problem.ProblemJson;
import org.gleaner.protocol.problem.ProblemKind;
import org.gleaner.protocol.problem.ShellProblems;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Attaching to calls while their server is away. */
final class AttachComponentTest {
    private static final Problem AWAY = Problem.of(ProblemKind.UNAVAILABLE, "It is starting.", "Wait.");

    private final ExecutorLog log = new ExecutorLog();
    private final Queue<Problem> answers = new ConcurrentLinkedQueue<>();
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

    /** The first answers are as given; then nobody is known. */
    private void refuse(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            Problem given = answers.poll();
            Problem problem = given == null ? ShellProblems.unauthenticated() : given;
            byte[] body = Json.write(problem, ProblemJson::write);
            exchange.getResponseHeaders().add("Content-Type", Problem.MEDIA_TYPE);
            exchange.sendResponseHeaders(problem.status(), body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private NavigableMap<Long, Future<Long>> attached() {
        try (Gleaner grid =
                Gleaner.connect("http://127.0.0.1:" + server.getAddress().getPort(), "none")) {
            return grid.attach(Long.class, "7");
        }
    }

    @Test
    void a_server_that_is_away_is_waited_for_and_a_warning_says_so() {
        answers.add(AWAY);

        assertThatThrownBy(this::attached)
                .as("what the server says when it is back")
                .isInstanceOf(GridException.class)
                .hasMessageContaining("no token that this server accepts");
        assertThat(log.lines())
                .singleElement()
                .asString()
                .startsWith("WARNING ")
                .contains("waits up to 5 min for it");
    }

    @Test
    void a_thread_that_is_interrupted_does_not_wait_for_a_server_that_is_away() {
        answers.add(AWAY);
        Thread.currentThread().interrupt();

        assertThatThrownBy(this::attached)
                .isInstanceOf(GridException.class)
                .hasMessage("Nothing was attached, because the thread was interrupted.");
        assertThat(Thread.interrupted()).isTrue();
    }
}
