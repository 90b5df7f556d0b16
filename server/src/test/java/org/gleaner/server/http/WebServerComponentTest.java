package org.gleaner.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.Settings;
import org.gleaner.core.grid.Token;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.server.token.TokenDirectory;
import org.gleaner.server.token.TokenMint;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The frame around the routes, with toy routes: real HTTP on a free port. */
final class WebServerComponentTest {
    private static final HttpLimits LIMITS =
            new HttpLimits(4096, 8, Duration.ofSeconds(10), Duration.ofSeconds(2), 1_000_000, 1, 1);

    private final ConcurrentLinkedQueue<Exchange> parked = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<String> watched = new ConcurrentLinkedQueue<>();
    private final ExecutorService workers =
            new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(4));
    private final HttpClient client = HttpClient.newHttpClient();
    private @Nullable WebServer server;

    @BeforeEach
    void start() throws IOException {
        RouteTable routes = new RouteTable(List.of(
                new Route("GET", "/open", Set.of(), exchange -> exchange.json(200, bytes("{}"))),
                new Route(
                        "GET",
                        "/ask",
                        Set.of(),
                        exchange -> exchange.json(200, bytes(exchange.query("x").orElse("")))),
                new Route(
                        "GET",
                        "/jobs/{job}",
                        Set.of(Role.USER),
                        exchange -> exchange.json(200, bytes(exchange.parameter("job")))),
                new Route(
                        "POST",
                        "/echo",
                        Set.of(Role.USER),
                        exchange -> exchange.body(1000, content -> {
                            exchange.json(200, content);
                        })),
                new Route(
                        "POST",
                        "/slow",
                        Set.of(),
                        exchange -> exchange.largeBody(
                                1 << 20,
                                (content, size) -> exchange.work(() -> {
                                    byte[] all = content.readAllBytes();
                                    exchange.json(200, bytes(Integer.toString(all.length)));
                                }))),
                new Route("GET", "/park", Set.of(Role.NODE), parked::add),
                new Route("GET", "/bug", Set.of(), exchange -> {
                    throw new IllegalStateException("secret inside");
                }),
                new Route(
                        "GET",
                        "/worker-bug",
                        Set.of(),
                        exchange -> exchange.work(() -> {
                            throw new IllegalStateException("secret inside");
                        }))));
        TokenDirectory tokens = new TokenDirectory();
        tokens.replace(List.of(
                new Token(TokenMint.hash("u"), Role.USER, new Owner("ann"), null),
                new Token(TokenMint.hash("n"), Role.NODE, null, new NodeId(1))));
        tokens.complete();
        FrontDoor door = new FrontDoor(routes, tokens, workers, LIMITS, guards(), "t");
        server = new WebServer(InetAddress.getLoopbackAddress(), 0, door, LIMITS, null, List.of());
        server.start();
    }

    private FrontDoor.Guards guards() {
        return new FrontDoor.Guards(
                (method, template, status, took) -> watched.add(method + " " + template + " " + status),
                new RateLimits(System::nanoTime, () -> Settings.DEFAULT),
                line -> {},
                token -> {},
                BodyRoom.within(64L << 20),
                new Tickets(System::nanoTime, () -> "none"));
    }

    @AfterEach
    void stop() throws IOException {
        running().stop(Duration.ZERO);
        workers.shutdownNow();
    }

    private WebServer running() {
        WebServer running = server;
        if (running == null) {
            throw new IllegalStateException("not started");
        }
        return running;
    }

    @Test
    void an_unknown_path_is_a_problem_with_status_404() throws Exception {
        HttpResponse<String> answer = get("/nothing", null);

        assertProblem(answer, 404, "not-found");
    }

    @Test
    void a_known_path_with_another_method_names_the_methods_that_it_has() throws Exception {
        HttpResponse<String> answer = get("/echo", "u");

        assertProblem(answer, 405, "method-not-allowed");
        assertThat(answer.headers().firstValue("Allow")).hasValue("POST");
    }

    @Test
    void a_call_without_a_valid_token_is_refused_and_told_how_to_authenticate() throws Exception {
        assertProblem(get("/jobs/7", null), 401, "unauthenticated");
        HttpResponse<String> wrong = get("/jobs/7", "guess");
        assertProblem(wrong, 401, "unauthenticated");
        assertThat(wrong.headers().firstValue("WWW-Authenticate")).hasValue("Bearer");
    }

    @Test
    void a_token_of_another_role_is_not_let_in() throws Exception {
        assertProblem(get("/jobs/7", "n"), 403, "not-allowed");
    }

    @Test
    void a_route_sees_what_the_path_says() throws Exception {
        HttpResponse<String> answer = get("/jobs/7", "u");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("7");
        Awaitility.await().atMost(Duration.ofMinutes(5)).until(() -> watched.contains("GET /jobs/{job} 200"));
    }

    @Test
    void a_body_above_the_limit_is_refused_whether_or_not_it_says_its_length() throws Exception {
        byte[] large = new byte[1001];
        assertProblem(post("/echo", "u", BodyPublishers.ofByteArray(large)), 413, "payload-too-large");
        assertProblem(
                post("/echo", "u", BodyPublishers.ofInputStream(() -> new java.io.ByteArrayInputStream(large))),
                413,
                "payload-too-large");
        assertThat(post("/echo", "u", BodyPublishers.ofByteArray(new byte[1000]))
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void a_bug_shows_an_id_and_nothing_of_its_inside() throws Exception {
        for (String path : List.of("/bug", "/worker-bug")) {
            HttpResponse<String> answer = get(path, null);

            assertProblem(answer, 500, "bug");
            assertThat(answer.body()).doesNotContain("secret").contains("\"t-");
        }
    }

    @Test
    void a_call_that_ends_with_its_connection_is_no_bug_and_may_be_tried_again() throws Exception {
        Handler ending = new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                throw new EofException("as when the server stops");
            }
        };
        WebServer stopping = new WebServer(InetAddress.getLoopbackAddress(), 0, ending, LIMITS, null, List.of());
        stopping.start();
        try {
            URI address = URI.create("http://127.0.0.1:" + stopping.port() + "/");

            HttpResponse<String> answer =
                    client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());

            assertProblem(answer, 503, "unavailable");
            assertThat(answer.headers().firstValue("Retry-After")).contains("1");
        } finally {
            stopping.stop(Duration.ZERO);
        }
    }

    @Test
    void one_token_can_have_only_so_many_calls_open() throws Exception {
        var first = client.sendAsync(request("/park", "n").build(), BodyHandlers.ofString());
        Awaitility.await().atMost(Duration.ofMinutes(5)).until(() -> parked.size() == 1);

        HttpResponse<String> second = get("/park", "n");

        assertProblem(second, 429, "too-many-requests");
        assertThat(second.headers().firstValue("Retry-After")).isPresent();
        parked.remove().json(200, bytes("{}"));
        assertThat(first.get().statusCode()).isEqualTo(200);
        var third = client.sendAsync(request("/park", "n").build(), BodyHandlers.ofString());
        Awaitility.await().atMost(Duration.ofMinutes(5)).until(() -> parked.size() == 1);
        parked.remove().empty(204);
        assertThat(third.get().statusCode()).isEqualTo(204);
    }

    @Test
    void what_is_not_http_gets_a_problem_too() throws Exception {
        assertThat(raw("GET /open HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 400").contains("urn:gleaner:problem:");
        assertThat(raw("GET /open HTTP/9.9\r\nHost: x\r\n\r\n"))
                .startsWith("HTTP/1.1 400")
                .contains("urn:gleaner:problem:bad-message");
        assertThat(raw("NONSENSE\r\n\r\n")).startsWith("HTTP/1.1 400").contains("urn:gleaner:problem:");
    }

    @Test
    void a_query_that_can_not_be_decoded_is_the_callers_fault() throws Exception {
        for (String query : List.of("%zz", "%ff", "%", "%ed%a0%80")) {
            assertThat(raw("GET /ask?x=" + query + " HTTP/1.1\r\nHost: x\r\n\r\n"))
                    .startsWith("HTTP/1.1 400")
                    .contains("urn:gleaner:problem:bad-message");
        }
    }

    @Test
    void headers_above_the_limit_are_refused() throws Exception {
        String large = "GET /open HTTP/1.1\r\nHost: x\r\nX: " + "y".repeat(5000) + "\r\n\r\n";

        assertThat(raw(large)).startsWith("HTTP/1.1 431").contains("urn:gleaner:problem:");
    }

    @Test
    void a_sender_that_trickles_is_cut_off() throws Exception {
        for (String path : List.of("/slow", "/echo")) {
            try (Socket socket =
                    new Socket(InetAddress.getLoopbackAddress(), running().port())) {
                socket.getOutputStream()
                        .write(bytes("POST " + path + " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer u\r\n"
                                + "Content-Length: 900\r\n\r\n"));
                socket.setSoTimeout(5_000);
                Awaitility.await()
                        .atMost(Duration.ofMinutes(5))
                        .pollInterval(Duration.ofMillis(100))
                        .until(() -> {
                            socket.getOutputStream().write('x');
                            return socket.getInputStream().available() > 0;
                        });
                assertThat(answer(socket)).startsWith("HTTP/1.1 400").contains("bytes per second");
            }
        }
    }

    @Test
    void a_sender_that_stops_is_told_so_and_not_that_the_server_is_ill() throws Exception {
        try (Socket socket = connected()) {
            socket.setSoTimeout((int) Duration.ofMinutes(5).toMillis());
            socket.getOutputStream()
                    .write(bytes("POST /echo HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer u\r\n"
                            + "Content-Length: 900\r\n\r\nfirst"));

            assertThat(answer(socket)).startsWith("HTTP/1.1 400").contains("bytes per second");
        }
    }

    @Test
    void a_body_that_nobody_wants_may_not_trickle_either() throws Exception {
        try (Socket socket = connected()) {
            socket.getOutputStream().write(bytes("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n"));
            Awaitility.await()
                    .atMost(Duration.ofMinutes(5))
                    .pollInterval(Duration.ofMillis(100))
                    .until(() -> {
                        socket.getOutputStream().write('x');
                        return socket.getInputStream().available() > 0;
                    });
            assertThat(answer(socket)).startsWith("HTTP/1.1 401").contains("Connection: close");
        }
    }

    @Test
    void a_head_that_trickles_ends_the_connection() throws Exception {
        for (String before : List.of("", "GET /open HTTP/1.1\r\nHost: x\r\n\r\n")) {
            try (Socket socket = connected()) {
                socket.getOutputStream().write(bytes(before));
                if (!before.isEmpty()) {
                    assertThat(answer(socket)).startsWith("HTTP/1.1 200");
                }
                socket.getOutputStream().write(bytes("GET /open HTTP/1.1\r\nHost: x\r\nX: "));
                Awaitility.await()
                        .atMost(Duration.ofSeconds(8))
                        .pollInterval(Duration.ofMillis(100))
                        .until(() -> isOver(socket, 'y'));
            }
        }
    }

    @Test
    void who_connects_and_says_nothing_is_not_kept() throws Exception {
        try (Socket socket = connected()) {
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void a_connection_may_rest_between_two_calls() throws Exception {
        try (Socket socket = connected()) {
            String call = "GET /open HTTP/1.1\r\nHost: x\r\n\r\n";
            socket.getOutputStream().write(bytes(call));
            assertThat(answer(socket)).startsWith("HTTP/1.1 200");
            long began = System.nanoTime();
            Duration longer = LIMITS.grace().plusSeconds(1);
            Awaitility.await().atMost(Duration.ofMinutes(5)).until(() -> System.nanoTime() - began > longer.toNanos());

            socket.getOutputStream().write(bytes(call));

            assertThat(answer(socket)).startsWith("HTTP/1.1 200");
        }
    }

    private Socket connected() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), running().port());
        socket.setSoTimeout(8_000);
        return socket;
    }

    /** Whether the other side has ended it; writing alone would tell it late. */
    private static boolean isOver(Socket socket, char more) {
        try {
            socket.getOutputStream().write(more);
            socket.setSoTimeout(1);
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException open) {
            return false;
        } catch (IOException reset) {
            return true;
        }
    }

    @Test
    void a_caller_who_hangs_up_while_parked_is_dropped_quietly() throws Exception {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), running().port())) {
            socket.getOutputStream().write(bytes("GET /park HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer n\r\n\r\n"));
            Awaitility.await().atMost(Duration.ofMinutes(5)).until(() -> parked.size() == 1);
            socket.setSoLinger(true, 0);
        }

        parked.remove().json(200, bytes("{}"));

        Awaitility.await()
                .atMost(Duration.ofMinutes(5))
                .until(() -> watched.stream().anyMatch(line -> line.startsWith("GET /park")));
        assertThat(get("/open", null).statusCode()).isEqualTo(200);
    }

    private String raw(String text) throws IOException {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), running().port())) {
            socket.setSoTimeout(5_000);
            socket.getOutputStream().write(bytes(text));
            return answer(socket);
        }
    }

    private static String answer(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        StringBuilder text = new StringBuilder();
        while (!text.toString().contains("}")) {
            int next = in.read();
            if (next < 0) {
                break;
            }
            text.append((char) next);
        }
        return text.toString();
    }

    private HttpResponse<String> get(String path, @Nullable String token) throws Exception {
        return client.send(request(path, token).build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String path, String token, HttpRequest.BodyPublisher body) throws Exception {
        return client.send(request(path, token).POST(body).build(), BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path, @Nullable String token) {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + running().port() + path));
        return token == null ? request : request.header("Authorization", "Bearer " + token);
    }

    private static void assertProblem(HttpResponse<String> answer, int status, String code) {
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(answer.body()).contains("\"type\":\"urn:gleaner:problem:" + code + "\"");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
