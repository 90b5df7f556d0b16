package org.gleaner.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.gleaner.server.http.FrontDoor;
import org.gleaner.server.http.HttpLimits;
import org.gleaner.server.http.NoGuards;
import org.gleaner.server.http.Route;
import org.gleaner.server.http.RouteTable;
import org.gleaner.server.http.WebServer;
import org.gleaner.server.join.ProgramFile;
import org.gleaner.server.token.TokenDirectory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server's program as others fetch it, with a file of the test's in its place. */
final class JoinRoutesComponentTest {
    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    private Path directory;

    private Path jar = Path.of("unset");
    private WebServer server;

    @BeforeEach
    void start() throws IOException {
        jar = Files.writeString(directory.resolve("gleaner.jar"), "x".repeat(200_000));
        JoinRoutes join = new JoinRoutes(ProgramFile.of(jar, "0.2.0"), () -> {
            throw new IllegalStateException("nobody asks where it is");
        });
        RouteTable routes = new RouteTable(List.of(
                new Route("GET", "/gleaner-full.jar", Set.of(), Routes.work(join::wholeJar)),
                new Route("GET", "/join", Set.of(), Routes.work(join::script))));
        FrontDoor door =
                new FrontDoor(routes, new TokenDirectory(), Runnable::run, HttpLimits.DEFAULT, NoGuards.make(), "t");
        server = new WebServer(InetAddress.getLoopbackAddress(), 0, door, HttpLimits.DEFAULT, null, List.of());
        server.start();
    }

    @AfterEach
    void stop() throws IOException {
        server.stop(Duration.ZERO);
    }

    @Test
    void everybody_gets_all_of_the_program() throws Exception {
        for (int i = 0; i < 3; i++) {
            HttpResponse<String> answer = get("/gleaner-full.jar");

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Content-Length")).hasValue("200000");
            assertThat(answer.body()).isEqualTo("x".repeat(200_000));
        }
    }

    @Test
    void a_program_that_was_replaced_is_told_with_the_way_out() throws Exception {
        Files.writeString(jar, "a newer one");

        for (String path : List.of("/gleaner-full.jar", "/join")) {
            HttpResponse<String> answer = get(path);

            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.body()).contains("problem:unavailable", "was replaced", "Restart the server");
        }
    }

    private HttpResponse<String> get(String path) throws Exception {
        URI address = URI.create("http://127.0.0.1:" + server.port() + path);
        return client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
    }
}
