package org.gleaner.protocol.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.JsonWriter;
import org.gleaner.protocol.problem.Problem;
import org.gleaner.protocol.problem.ProblemJson;
import org.gleaner.protocol.problem.ShellProblems;

/** A server on a free port of this machine that does what a test tells it and remembers who called. */
final class FakeServer implements AutoCloseable {
    static final CallTimeouts PATIENT =
            new CallTimeouts(Duration.ofMinutes(5), Duration.ofMinutes(5), Duration.ofMinutes(5));

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Set<Integer> clientPorts = ConcurrentHashMap.newKeySet();
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final List<String> tokens = new CopyOnWriteArrayList<>();

    FakeServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.start();
        on(
                "/",
                exchange -> answer(
                        exchange,
                        ShellProblems.notFound(exchange.getRequestURI().getPath())));
    }

    void on(String path, HttpHandler handler) {
        server.createContext(path, exchange -> {
            clientPorts.add(exchange.getRemoteAddress().getPort());
            calls.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
            tokens.add(Objects.requireNonNullElse(exchange.getRequestHeaders().getFirst("Authorization"), "none"));
            handler.handle(exchange);
        });
    }

    static <T> void answer(HttpExchange exchange, int status, T value, JsonWriter<T> writer) throws IOException {
        answer(exchange, status, Json.MEDIA_TYPE, Json.write(value, writer));
    }

    static void answer(HttpExchange exchange, Problem problem) throws IOException {
        answer(exchange, problem.status(), Problem.MEDIA_TYPE, Json.write(problem, ProblemJson::write));
    }

    static void answer(HttpExchange exchange, int status, String type, String text) throws IOException {
        answer(exchange, status, type, text.getBytes(StandardCharsets.UTF_8));
    }

    static void answer(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getRequestBody().readAllBytes();
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    ServerConnection connection() {
        return connection(PATIENT);
    }

    ServerConnection connection(CallTimeouts timeouts) {
        return new ServerConnection(
                Endpoint.of("http://127.0.0.1:" + server.getAddress().getPort() + "/", "secret"), timeouts);
    }

    List<String> calls() {
        return calls;
    }

    List<String> tokens() {
        return tokens;
    }

    /** How many connections the calls came on. */
    int connections() {
        return clientPorts.size();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
