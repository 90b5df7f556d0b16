package org.gleaner.agent.person;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gleaner.agent.machine.Machine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The agent's own page over real sockets: what it shows, and whom it does not obey. */
@Timeout(900)
final class LocalPageComponentTest {
    private static final Standing STANDING = new Standing(
            new Standing.Server("https://server.example:8443", ""),
            new Verdict(List.of("someone used the machine less than 10 min ago"), false),
            List.of(new Standing.Running("7.3", "<b>sim.py</b>", "ann", Duration.ofMinutes(12), true)),
            List.of("2 of 4 cores"),
            List.of("no work on battery"),
            "sessions, as logind sees them");

    private static final String KEY = "5ec2e7".repeat(5);

    private final AtomicInteger changes = new AtomicInteger();
    private PauseFile pause;
    private LocalPage page;
    private String host;

    @BeforeEach
    void open(@TempDir Path root) throws IOException {
        pause = new PauseFile(root);
        // As if tasks had a user of their own, as those of an agent that is root have.
        open(new PageDoor(KEY, Set.of(65534L), user -> false));
    }

    private void open(PageDoor door) throws IOException {
        page = new LocalPage(HouseRules.USUAL_PORT, () -> STANDING, pause, door, "lab7", changes::incrementAndGet);
        host = URI.create(page.address()).getAuthority();
    }

    @AfterEach
    void close() {
        page.close();
    }

    @Test
    void whoever_closes_it_does_not_take_the_selector_from_its_thread() throws IOException {
        List<PageListener> closed = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            PageListener listener = new PageListener(
                    InetAddress.getLoopbackAddress(), 0, (request, caller) -> PageAnswer.plain(200, "well"));
            listener.start();
            try (Socket caller = new Socket(InetAddress.getLoopbackAddress(), listener.port())) {
                caller.getOutputStream().write("GET /".getBytes(UTF_8));
                listener.close();
            }
            closed.add(listener);
        }

        assertThat(closed).extracting(PageListener::failures).containsOnly(0L);
    }

    @Test
    void it_shows_what_runs_whose_since_when_and_why_it_stands_still() throws IOException {
        String answer = get("/", host);

        assertThat(answer)
                .startsWith("HTTP/1.1 200")
                .contains("Work is suspended: the machine is yours.")
                .contains("Someone used the machine less than 10 min ago.")
                .contains("<td>7.3</td>", "<td>ann</td>", "<td>12 min</td>", "suspended")
                .contains("Content-Security-Policy: default-src 'none'")
                .doesNotContain("<b>sim.py");
        assertThat(get("/status.txt", host)).contains("7.3  <b>sim.py</b> of ann, for 12 min, suspended");
        assertThat(get("/status.json", host)).contains("\"version\":1").contains("\"welcome\":false");
    }

    @Test
    void it_looks_like_the_servers_page_and_nothing_inside_the_text_is_a_style_or_a_script() throws IOException {
        String shown = get("/", host);

        assertThat(shown)
                .contains("style-src 'self'; script-src 'self'", "href=\"/page.css\"", "src=\"/page.js\"")
                .doesNotContain("unsafe-inline", "<style", " style=\"", " onclick");
        assertThat(get("/page.css", host))
                .startsWith("HTTP/1.1 200")
                .contains("Content-Type: text/css", "--accent: light-dark(", ".now h1");
        assertThat(get("/page.js", host)).startsWith("HTTP/1.1 200").contains("Content-Type: text/javascript");
        assertThat(get("/icon.svg", host)).startsWith("HTTP/1.1 200").contains("<svg");
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
        assertThat(ask("no request\r\n\r\n")).startsWith("HTTP/1.1 400");
        assertThat(ask("GET / HTTP/1.1\r\nHost: " + host + "\r\nHost: evil.example\r\n\r\n"))
                .startsWith("HTTP/1.1 400");
        assertThat(ask("DELETE / HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 405");
    }

    @Test
    void a_caller_with_the_user_of_tasks_needs_the_key_for_everything() throws IOException {
        page.close();
        open(PageDoor.of(KEY, Machine.ownUser(), user -> false));

        assertThat(get("/", host)).startsWith("HTTP/1.1 403").contains("gleaner agent status");
        assertThat(get("/status.txt?key=00", host)).startsWith("HTTP/1.1 403").doesNotContain("ann");
        assertThat(get("/status.txt?key=" + KEY, host))
                .startsWith("HTTP/1.1 200")
                .contains("ann");
        String shown = get("/?key=" + KEY, host);
        assertThat(shown).startsWith("HTTP/1.1 200").contains("action=\"/pause?key=" + KEY + "\"");
        assertThat(get("/page.css", host)).startsWith("HTTP/1.1 403");
        assertThat(shown).contains("href=\"/page.css?key=" + KEY + "\"", "src=\"/page.js?key=" + KEY + "\"");
        assertThat(get("/page.css?key=" + KEY, host)).startsWith("HTTP/1.1 200");
        assertThat(post("/pause", "for=2h&secret=" + secret(shown))).startsWith("HTTP/1.1 403");
        assertThat(pause.read(Instant.now())).isNull();
        assertThat(post("/pause?key=" + KEY, "for=2h&secret=" + secret(shown)))
                .startsWith("HTTP/1.1 303")
                .contains("Location: /?key=" + KEY);
        assertThat(pause.read(Instant.now())).isNotNull();
    }

    @Test
    void a_caller_whose_user_runs_tasks_of_another_agent_needs_the_key_as_long_as_they_run() throws IOException {
        page.close();
        AtomicBoolean runsTasks = new AtomicBoolean(true);
        open(new PageDoor(KEY, Set.of(), user -> runsTasks.get()));

        assertThat(get("/", host)).startsWith("HTTP/1.1 403");
        assertThat(get("/?key=" + KEY, host)).startsWith("HTTP/1.1 200");

        runsTasks.set(false);
        assertThat(get("/", host)).startsWith("HTTP/1.1 200");
    }

    @Test
    void a_task_of_an_agent_that_is_root_is_not_let_in_though_root_is() throws Exception {
        assumeThat(Machine.isRoot())
                .as("only root can become somebody else to ask")
                .isTrue();
        assertThat(get("/status.txt", host)).startsWith("HTTP/1.1 200");

        String line = "exec 3<>/dev/tcp/127.0.0.1/" + port() + "; printf 'GET /status.txt HTTP/1.1\\r\\nHost: " + host
                + "\\r\\n\\r\\n' >&3; cat <&3";
        Process nobody = new ProcessBuilder(
                        "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "bash", "-c", line)
                .redirectErrorStream(true)
                .start();
        String said = new String(nobody.getInputStream().readAllBytes(), UTF_8);

        assertThat(said).startsWith("HTTP/1.1 403").doesNotContain("ann");
    }

    @Test
    void callers_who_send_half_a_request_keep_nobody_out() throws IOException {
        List<Socket> silent = new ArrayList<>();
        try {
            for (int i = 0; i < 200; i++) {
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), port());
                silent.add(socket);
                socket.getOutputStream().write("POST /pause HTTP/1.1\r\nContent-Length: 40\r\n".getBytes(UTF_8));
            }

            assertThat(get("/", host)).startsWith("HTTP/1.1 200");
        } finally {
            for (Socket socket : silent) {
                socket.close();
            }
        }
    }

    @Test
    void a_caller_who_never_ends_a_request_is_hung_up_on() throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
            socket.getOutputStream().write("GET / HTTP/1.1\r\nHost".getBytes(UTF_8));

            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
        assertThat(ask("GET /" + "x".repeat(20_000))).startsWith("HTTP/1.1 413");
    }

    @Test
    void a_second_agent_has_a_page_too(@TempDir Path other) throws IOException {
        PageDoor door = new PageDoor(KEY, Set.of(), user -> false);
        try (LocalPage second =
                new LocalPage(HouseRules.USUAL_PORT, () -> STANDING, new PauseFile(other), door, "lab7", () -> {})) {
            assertThat(second.address()).startsWith("http://127.0.0.1:").isNotEqualTo(page.address());
        }
    }

    private String secret() throws IOException {
        return secret(get("/", host));
    }

    private static String secret(String shown) {
        Matcher secret =
                Pattern.compile("name=\"secret\" value=\"([0-9a-f]{48})\"").matcher(shown);
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
            socket.getOutputStream().write(request.getBytes(UTF_8));
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }
}
