package org.gleaner.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.gleaner.cli.TestGrid.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server whose clock is five hours ahead of the one here, with a job that is done in two hours. */
final class OtherClockComponentTest {
    private static final Duration AHEAD = Duration.ofHours(5);

    @TempDir
    private Path root;

    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/api/v1/jobs", exchange -> send(exchange, jobs()));
        server.createContext("/api/v1/forecasts", exchange -> send(exchange, forecasts()));
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private static Instant now() {
        return Instant.now().plus(AHEAD);
    }

    private static String finish() {
        Instant done = now().plus(Duration.ofMinutes(121));
        return "{\"p10\":\"" + done + "\",\"p50\":\"" + done + "\",\"p90\":\"" + done + "\"}";
    }

    private static String jobs() {
        return "{\"version\":1,\"now\":\"" + now()
                + "\",\"unknown\":[],\"more\":false,\"jobs\":[{\"id\":7,\"name\":\"sweep\","
                + "\"type\":\"sim\",\"owner\":\"ann\",\"submitted\":\"" + now() + "\",\"state\":\"running\","
                + "\"tasks\":{\"waiting\":0,\"ready\":0,\"running\":4,\"done\":0,\"paused\":0,\"blocked\":0,"
                + "\"cancelled\":0},\"forecast\":" + finish() + "}]}";
    }

    private static String forecasts() {
        return "{\"version\":1,\"now\":\"" + now()
                + "\",\"more\":false,\"jobs\":[{\"id\":7,\"name\":\"sweep\",\"at\":\"" + now()
                + "\",\"futures\":20,\"started\":true,\"start\":null,\"finish\":" + finish() + "}]}";
    }

    private static void send(HttpExchange exchange, String text) throws IOException {
        try (exchange) {
            byte[] body = text.getBytes(UTF_8);
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private Result type(String... words) {
        Map<String, String> around =
                Map.of("GLEANER_URL", "http://127.0.0.1:" + server.getAddress().getPort(), "GLEANER_TOKEN", "any");
        return TestGrid.typed(root, root, new TreeMap<>(around), InputStream.nullInputStream(), words);
    }

    @Test
    void what_is_left_is_counted_by_the_clock_that_the_forecast_is_by() {
        assertThat(type("status").out()).containsPattern("~(2 h|12[01] min)");
        assertThat(type("eta").out())
                .containsPattern("\\(in (2 h|12[01] min)")
                .containsPattern("The server's clock is (5 h|4 h 59 min|5 h 1 min) ahead of this machine's\\.");
    }
}
