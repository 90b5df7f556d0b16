package org.gleaner.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.gleaner.cli.TestGrid.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server, or what answers in its place, says what no server says. */
final class OddAnswersComponentTest {
    @TempDir
    private Path root;

    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private Result asked(String path, String answer, String... words) {
        server.createContext(path, exchange -> {
            try (exchange) {
                byte[] body = answer.getBytes(UTF_8);
                exchange.getRequestBody().readAllBytes();
                exchange.getResponseHeaders().set("Content-Type", "application/json");
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
        });
        Map<String, String> around =
                Map.of("GLEANER_URL", "http://127.0.0.1:" + server.getAddress().getPort(), "GLEANER_TOKEN", "any");
        return TestGrid.typed(root, root, new TreeMap<>(around), InputStream.nullInputStream(), words);
    }

    @Test
    void a_word_of_a_link_that_no_server_makes_is_an_unexpected_answer() {
        String answer = "{\"version\":1,\"word\":\"a b<\\u001b\",\"lifetimeMs\":60000}";

        Result opened = asked("/api/v1/links", answer, "open", "--print");

        assertThat(opened.err()).doesNotContain("bug in Gleaner");
        assertThat(opened.exit()).isEqualTo(4);
        assertThat(opened.out()).isEmpty();
    }

    @Test
    void of_a_machine_that_provides_very_much_the_list_shows_the_first() {
        StringBuilder provides = new StringBuilder();
        for (int i = 10; i < 42; i++) {
            provides.append(i == 10 ? "" : ",").append("\"gpu").append(i).append("=1\"");
        }
        String node =
                "{\"id\":1,\"incarnation\":1,\"facts\":{\"name\":\"lab\",\"os\":\"linux\",\"arch\":\"x64\",\"cores\":4,"
                        + "\"benchmarkMs\":200,\"version\":\"0.2.0\",\"enforced\":[\"sandbox\"],\"provides\":["
                        + provides
                        + "]},\"capacity\":{\"slots\":4,\"memoryBytes\":8000000000},\"slotsUsed\":0,"
                        + "\"contact\":\"connected\",\"attempts\":0,\"duty\":\"working\",\"state\":\"connected\"}";

        Result listed = asked("/api/v1/nodes", "{\"version\":1,\"nodes\":[" + node + "]}", "node", "list");

        assertThat(listed.out()).as(listed.err()).contains("gpu10=1, gpu11=1, gpu12=1 and 29 more");
        assertThat(listed.out()).doesNotContain("gpu13");
    }
}
