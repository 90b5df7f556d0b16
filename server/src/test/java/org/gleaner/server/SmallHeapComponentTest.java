package org.gleaner.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPOutputStream;
import org.gleaner.protocol.thread.Exhaustion;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user could end a server with: it has little memory, and serves others all the same. */
class SmallHeapComponentTest {
    private static final String HEAP = "192m";
    private static final String SMALL = "{\"name\":\"j\",\"type\":\"t\",\"command\":[\"true\"]}";

    @TempDir
    private static Path shared;

    private static @Nullable ChildServer victim;

    @TempDir
    private Path data;

    @BeforeAll
    static void start() throws IOException {
        victim = ChildServer.start(shared, HEAP);
    }

    @AfterAll
    static void stop() {
        victim().close();
    }

    private static ChildServer victim() {
        return Objects.requireNonNull(victim);
    }

    @Test
    void bodies_that_are_announced_and_never_come_take_only_what_has_come() throws Exception {
        String nasty = victim().user("sly");
        String other = victim().user("patient");
        List<Socket> open = new ArrayList<>();
        try {
            // Nearly as many calls as one token may have at once: they announce more than all the memory there is.
            for (int i = 0; i < 250; i++) {
                open.add(half(victim(), nasty, "/api/v1/jobs", 1 << 20));
            }

            serves(victim(), other);
        } finally {
            for (Socket socket : open) {
                socket.close();
            }
        }
        serves(victim(), nasty);
    }

    @Test
    void commands_beyond_the_bound_are_refused_and_leave_nothing_behind() throws Exception {
        String large = "{\"name\":\"j\",\"type\":\"t\",\"command\":[" + ("\"" + "x".repeat(90_000) + "\",").repeat(90)
                + "\"x\"]}";
        String nasty = victim().user("bulky");
        for (int i = 0; i < 20; i++) {
            HttpResponse<String> refused = victim().submit(nasty, large);
            assertThat(refused.statusCode()).isEqualTo(422);
            assertThat(refused.body()).contains("invalid-spec").contains("the limit is 1 MB");
        }
        serves(victim(), victim().user("modest"));
    }

    @Test
    void jobs_within_the_bounds_are_refused_when_they_are_too_many_and_what_was_taken_loads_again() throws Exception {
        String heavy = "{\"name\":\"j\",\"type\":\"t\",\"command\":[" + ("\"" + "x".repeat(90_000) + "\",").repeat(10)
                + "\"x\"]}";
        String wide = "{\"name\":\"j\",\"type\":\"t\",\"command\":[\"true\"],"
                + "\"array\":{\"first\":1,\"last\":10000000,\"step\":1}}";
        int taken = 0;
        try (ChildServer server = ChildServer.start(data, HEAP)) {
            for (String name : List.of("nasty", "nastier")) {
                // However much the one before has taken, there is room for the next.
                String nasty = server.user(name);
                serves(server, nasty);
                HttpResponse<String> last = server.submit(nasty, heavy);
                for (int i = 0; last.statusCode() == 201; i++) {
                    taken++;
                    last = server.submit(nasty, i % 2 == 0 ? wide : heavy);
                }
                assertThat(last.statusCode()).isEqualTo(422);
                assertThat(last.body()).contains("too-much-open");
            }
            server.kill();
        }

        try (ChildServer again = ChildServer.start(data, HEAP)) {
            assertThat(taken).isGreaterThan(5);
            assertThat(again.call("GET", "/health", again.admin(), new byte[0]).statusCode())
                    .isEqualTo(200);
            HttpResponse<String> cancelled = again.call(
                    "POST", "/api/v1/jobs/cancel", again.admin(), "{\"select\":\"owner:*\"}".getBytes(UTF_8));
            assertThat(cancelled.statusCode()).as(cancelled.body()).isEqualTo(200);
            serves(again, again.user("other"));
        }
    }

    @Test
    void a_few_kilobytes_that_become_ten_million_entries_are_refused_at_once() throws Exception {
        String head = "{\"name\":\"j\",\"type\":\"t\",\"command\":[\"true\"],\"entries\":[";
        byte[] packed = packed(head, "\"\",", 10_000_000);
        String nasty = victim().user("dense");

        HttpResponse<String> refused = victim().call("POST", "/api/v1/jobs", nasty, packed, "Content-Encoding", "gzip");

        assertThat(refused.statusCode()).isBetween(400, 413);
        serves(victim(), victim().user("light"));
    }

    @Test
    void a_heap_that_is_used_up_ends_the_process_with_a_code() throws Exception {
        try (ChildServer server = ChildServer.start(data, "48m")) {
            server.suffer(ChildServer.Harm.MEMORY);

            assertThat(server.exitCode()).isEqualTo(Exhaustion.EXIT_CODE);
        }
    }

    @Test
    void a_loop_that_has_ended_ends_the_process_with_a_code() throws Exception {
        try (ChildServer server = ChildServer.start(data, "64m")) {
            server.suffer(ChildServer.Harm.LOOP);

            assertThat(server.exitCode()).isEqualTo(70);
        }
    }

    /** A call whose head and first bytes come, and whose body does not. */
    private static Socket half(ChildServer server, String token, String path, int announced) throws IOException {
        Socket socket = new Socket(server.address().getHost(), server.address().getPort());
        OutputStream out = socket.getOutputStream();
        out.write(("POST " + path + " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + token + "\r\nContent-Length: "
                        + announced + "\r\n\r\n{")
                .getBytes(UTF_8));
        out.flush();
        return socket;
    }

    private static void serves(ChildServer server, String token) throws Exception {
        assertThat(server.isAlive()).isTrue();
        HttpResponse<String> taken = server.submit(token, SMALL);
        assertThat(taken.statusCode()).as(taken.body()).isEqualTo(201);
    }

    private static byte[] packed(String head, String one, int times) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(head.getBytes(UTF_8));
            byte[] some = one.repeat(1_000).getBytes(UTF_8);
            for (int i = 0; i < times; i += 1_000) {
                out.write(some);
            }
            out.write("\"\"]}".getBytes(UTF_8));
        }
        return bytes.toByteArray();
    }
}
