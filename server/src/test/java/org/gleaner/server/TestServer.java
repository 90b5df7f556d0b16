package org.gleaner.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.Store;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.protocol.json.AdminJson;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.JsonReader;
import org.gleaner.protocol.json.JsonWriter;
import org.gleaner.protocol.json.NodeJson;
import org.gleaner.protocol.message.SettingChange;
import org.gleaner.protocol.message.TokenRequest;
import org.gleaner.protocol.message.Welcome;
import org.gleaner.server.forecast.Forecaster;
import org.gleaner.server.http.HttpLimits;
import org.gleaner.server.loop.ServerClock;
import org.gleaner.server.loop.ServerLoop;
import org.gleaner.server.store.FreshStore;
import org.gleaner.server.store.PostgresLogin;
import org.gleaner.server.store.SqlStore;
import org.jspecify.annotations.Nullable;

/** A whole server in this process: real HTTP on a free port, a real database, and a clock that the test moves. */
public final class TestServer implements AutoCloseable {
    /** An answer, with ways to look at it. */
    public static final class Answer {
        private final HttpResponse<byte[]> response;

        private Answer(HttpResponse<byte[]> response) {
            this.response = response;
        }

        public int status() {
            return response.statusCode();
        }

        public byte[] body() {
            return response.body();
        }

        public Optional<String> header(String name) {
            return response.headers().firstValue(name);
        }

        public String text() {
            return new String(body(), UTF_8);
        }

        public <T> T read(JsonReader<T> reader) throws IOException {
            assertThat(status()).as(text()).isBetween(200, 299);
            return Json.read(body(), reader);
        }

        public void isProblem(int expected, String code) {
            assertThat(text()).contains("\"urn:gleaner:problem:" + code + "\"");
            assertThat(status()).isEqualTo(expected);
            assertThat(header("Content-Type")).hasValue("application/problem+json");
        }
    }

    /** A node as an agent would hold it. */
    public record JoinedNode(long id, int incarnation, String token) {}

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofMinutes(5))
            .build();
    private final Path data;
    private final SqlStore store;
    private final ManualClock clock = new ManualClock();
    private final ServerAssembly server;
    private boolean stopped;

    private TestServer(Path data, SqlStore store, Store seen, ServerLoop.Bounds bounds) throws IOException {
        this(data, store, seen, bounds, clock -> new Forecaster(clock, store.forecasts(), 1));
    }

    private TestServer(
            Path data,
            SqlStore store,
            Store seen,
            ServerLoop.Bounds bounds,
            Function<ServerClock, Forecaster> forecaster)
            throws IOException {
        this.data = data;
        this.store = store;
        this.server = new ServerAssembly(
                ServerAssembly.Storage.of(data, store, seen),
                ServerAssembly.Setup.local(HttpLimits.DEFAULT, bounds),
                clock,
                forecaster.apply(clock));
    }

    public static TestServer start(Path data) throws Exception {
        TestServer server = create(data, store -> store, ServerLoop.Bounds.DEFAULT);
        server.server.start();
        return server;
    }

    /** With somebody else who looks ahead. */
    static TestServer start(Path data, Forecaster.Seer seer) throws Exception {
        SqlStore store = SqlStore.open(FreshStore.TEMPLATE.into(data));
        TestServer server = new TestServer(
                data, store, store, ServerLoop.Bounds.DEFAULT, clock -> new Forecaster(clock, store.forecasts(), seer));
        server.server.start();
        return server;
    }

    /** On a PostgreSQL database. */
    public static TestServer start(Path data, PostgresLogin login) throws Exception {
        SqlStore store = SqlStore.open(data, login);
        TestServer server = new TestServer(data, store, store, ServerLoop.Bounds.DEFAULT);
        server.server.start();
        return server;
    }

    /** Not started yet, and its loop sees the store through something that the test controls. */
    public static TestServer create(Path data, UnaryOperator<Store> between, ServerLoop.Bounds bounds)
            throws Exception {
        SqlStore store = SqlStore.open(FreshStore.TEMPLATE.into(data));
        return new TestServer(data, store, between.apply(store), bounds);
    }

    public ServerAssembly assembly() {
        return server;
    }

    public Instant now() {
        return clock.instant();
    }

    /** Time passes in small steps, and the loop notices each: one long step would look like a pause of the server. */
    public void advance(Duration by) throws Exception {
        for (Duration left = by; !left.isZero(); ) {
            Duration step = left.compareTo(Duration.ofSeconds(1)) < 0 ? left : Duration.ofSeconds(1);
            clock.advance(step);
            call("GET", "/api/v1/settings", admin(), null);
            left = left.minus(step);
        }
    }

    /** Its clock goes ahead at one go. */
    void leap(Duration by) {
        clock.leap(by);
    }

    /** Whether its clock may be wrong. */
    void doubt(boolean whether) {
        clock.doubt(whether);
    }

    public String admin() throws IOException {
        return token("admin.token");
    }

    public String join() throws IOException {
        return token("join.token");
    }

    public String token(String file) throws IOException {
        return Files.readString(data.resolve(file), UTF_8).strip();
    }

    /** A new user with a token. */
    public String user(String name) throws Exception {
        return call(
                        "POST",
                        "/api/v1/tokens",
                        admin(),
                        json(new TokenRequest(Role.USER, new Owner(name)), AdminJson::writeTokenRequest))
                .read(AdminJson::readIssued)
                .token();
    }

    public void set(String setting, String value) throws Exception {
        byte[] change = json(new SettingChange(setting, value), AdminJson::writeSetting);
        assertThat(call("PUT", "/api/v1/settings", admin(), change).status()).isEqualTo(204);
    }

    public JoinedNode node(int slots) throws Exception {
        Introduction introduction = new Introduction(
                new NodeFacts("lab-07", "linux", "amd64", 8, Duration.ofMillis(200), "0.2.0"),
                new Capacity(slots, MemorySize.parse("8G")),
                List.of());
        Welcome welcome = call("POST", "/api/v1/nodes", join(), json(introduction, NodeJson::writeIntroduction))
                .read(NodeJson::readWelcome);
        String token = welcome.token();
        assertThat(token).isNotNull().startsWith("glnr_node_");
        return new JoinedNode(
                welcome.introduced().node().value(), welcome.introduced().incarnation(), String.valueOf(token));
    }

    public static <T> byte[] json(T value, JsonWriter<T> writer) {
        return Json.write(value, writer);
    }

    public Answer call(String method, String path, @Nullable String token, byte @Nullable [] body) throws Exception {
        return new Answer(client.send(request(method, path, token, body).build(), BodyHandlers.ofByteArray()));
    }

    public Answer call(HttpRequest request) throws Exception {
        return new Answer(client.send(request, BodyHandlers.ofByteArray()));
    }

    public CompletableFuture<Answer> later(String method, String path, @Nullable String token, byte @Nullable [] body) {
        return client.sendAsync(request(method, path, token, body).build(), BodyHandlers.ofByteArray())
                .thenApply(Answer::new);
    }

    public HttpRequest.Builder request(String method, String path, @Nullable String token, byte @Nullable [] body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url() + path))
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body))
                .timeout(Duration.ofMinutes(5));
        return token == null ? request : request.header("Authorization", "Bearer " + token);
    }

    public void stop() throws IOException {
        if (!stopped) {
            stopped = true;
            try {
                server.stop();
            } catch (InterruptedException e) {
                throw new IllegalStateException("nobody interrupts a test", e);
            }
        }
    }

    @Override
    public void close() throws IOException {
        stop();
        store.close();
    }
}
