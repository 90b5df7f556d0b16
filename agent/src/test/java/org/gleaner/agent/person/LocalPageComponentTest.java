package org.gleaner.agent.person;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The agent's own page over real sockets: what it shows, and whom it does not obey. */
@Timeout(60)
final class LocalPageComponentTest {
    private static final Standing STANDING = new Standing(
            "https://server.example:8443",
            new Verdict(List.of("somebody used it less than 10 min ago"), false),
            List.of(new Standing.Running("7.3", "<b>sim.py</b>", "ann", Duration.ofMinutes(12), true)),
            List.of("2 of 4 cores"),
            List.of("no work on battery"),
            "sessions, as logind sees them");

    private final AtomicInteger changes = new AtomicInteger();
    private PauseFile pause;
    private LocalPage page;
    private String host;

    @BeforeEach
    void open(@TempDir Path root) throws IOException {
        pause = new PauseFile(root);
        page = new LocalPage(HouseRules.USUAL_PORT, () -> STANDING, pause, "lab7", changes::incrementAndGet);
        host = URI.create(page.address()).getAuthority();
    }

    @AfterEach
    void close() {
        page.close();
    }

    @Test
    void it_shows_what_runs_whose_since_when_and_why_it_stands_still() throws IOException {
        String answer = get("/", host);

        assertThat(answer)
                .startsWith("HTTP/1.1 200")
                .contains("Work stands still: the machine is yours.")
                .contains("Somebody used it less than 10 min ago.")
                .contains("<td>7.3</td>", "<td>ann</td>", "<td>12 min</td>", "suspended")
                .contains("Content-security-policy: default-src 'none'")
                .doesNotContain("<b>sim.py");
        assertThat(get("/status.txt", host)).contains("7.3  <b>sim.py</b> of ann, for 12 min, suspended");
        assertThat(get("/status.json", host)).contains("\"version\":1").contains("\"welcome\":false");
    }

    @Test
    void a_name_that_is_not_ours_is_refused() throws IOException {
        assertThat(get("/", "evil.example")).startsWith("HTTP/1.1 421").doesNotContain("ann");
        assertThat(get("/", "evil.example:" + port())).startsWith("HTTP/1.1 421");
        assertThat(get("/", "localhost:" + port())).startsWith("HTTP/1.1 200");
    }

    @Test
    void a_button_works_with_the_secret_of_the_page_and_not_without() throws IOException {
        assertThat(post("/pause", "for=2h")).startsWith("HTTP/1.1 403");
        assertThat(post("/pause", "for=2h&secret=00")).startsWith("HTTP/1.1 403");
        assertThat(pause.read(Instant.now())).isNull();

        assertThat(post("/pause", "for=2h&secret=" + secret())).startsWith("HTTP/1.1 303");

        PauseFile.Pause now = pause.read(Instant.now());
        assertThat(now).isNotNull();
        assertThat(now.until())
                .isBetween(Instant.now().plusSeconds(7100), Instant.now().plusSeconds(7200));
        assertThat(post("/resume", "secret=" + secret())).startsWith("HTTP/1.1 303");
        assertThat(pause.read(Instant.now())).isNull();
        assertThat(changes).hasValue(2);
    }

    @Test
    void what_makes_no_sense_is_refused() throws IOException {
        assertThat(get("/else", host)).startsWith("HTTP/1.1 404");
        assertThat(post("/else", "secret=" + secret())).startsWith("HTTP/1.1 404");
        assertThat(post("/pause", "for=soon&secret=" + secret())).startsWith("HTTP/1.1 400");
        assertThat(post("/pause", "secret=%zz")).startsWith("HTTP/1.1 403");
        assertThat(post("/pause", "x".repeat(5000))).startsWith("HTTP/1.1 403");
        assertThat(ask("DELETE / HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 405");
    }

    @Test
    void a_second_agent_has_a_page_too(@TempDir Path other) throws IOException {
        try (LocalPage second =
                new LocalPage(HouseRules.USUAL_PORT, () -> STANDING, new PauseFile(other), "lab7", () -> {})) {
            assertThat(second.address()).startsWith("http://127.0.0.1:").isNotEqualTo(page.address());
        }
    }

    private String secret() throws IOException {
        Matcher secret =
                Pattern.compile("name=\"secret\" value=\"([0-9a-f]{48})\"").matcher(get("/", host));
        assertThat(secret.find()).isTrue();
        return secret.group(1);
    }

    private int port() {
        return URI.create(page.address()).getPort();
    }

    private String get(String path, String as) throws IOException {
        return ask("GET " + path + " HTTP/1.1\r\nHost: " + as + "\r\nConnection: close\r\n\r\n");
    }

    private String post(String path, String body) throws IOException {
        return ask("POST " + path + " HTTP/1.1\r\nHost: " + host
                + "\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: " + body.length()
                + "\r\nConnection: close\r\n\r\n" + body);
    }

    private String ask(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
