package org.gleaner.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.gleaner.server.log.LogTarget;
import org.gleaner.server.store.TinyDisk;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How the program refuses to start, and what it says. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class StartComponentTest {
    @TempDir
    private Path data;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void listening_beyond_this_machine_is_refused_before_anything_is_made() throws Exception {
        Path untouched = data.resolve("server");

        int code = run(new ServerOptions(
                untouched, InetAddress.getByName("0.0.0.0"), 0, Exposure.LOCAL, LogTarget.FILE, null));

        assertThat(code).isEqualTo(2);
        assertThat(threeLines()).contains("--tls", "--plain-http");
        assertThat(untouched).doesNotExist();
    }

    @Test
    void a_second_server_on_the_same_directory_is_refused() throws Exception {
        try (TestServer first = TestServer.start(data)) {
            String address = Files.readString(data.resolve("address"), UTF_8);

            int code = run(
                    new ServerOptions(data, InetAddress.getLoopbackAddress(), 0, Exposure.LOCAL, LogTarget.FILE, null));

            assertThat(code).isEqualTo(3);
            assertThat(threeLines()).contains("in use");
            assertThat(first.call("GET", "/health", null, null).status()).isEqualTo(200);
            assertThat(data.resolve("address")).hasContent(address);
        }
    }

    @Test
    void a_limit_of_open_files_with_which_few_callers_would_keep_all_others_out_is_refused() {
        assertThatThrownBy(() -> ChildServer.start(data.resolve("server"), "64m", 256))
                .hasMessageContainingAll("may open only 256 files", "at least 512", "ulimit -n", "LimitNOFILE=");
        assertThat(data.resolve("server")).doesNotExist();
    }

    @Test
    void with_the_least_limit_of_open_files_followers_keep_nobody_out_and_the_warning_says_so() throws Exception {
        try (ChildServer server = ChildServer.start(data, "64m", 512)) {
            List<Socket> followers = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                Socket socket =
                        new Socket(server.address().getHost(), server.address().getPort());
                followers.add(socket);
                String call = "GET /api/v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + server.admin()
                        + "\r\n\r\n";
                socket.getOutputStream().write(call.getBytes(UTF_8));
            }

            String health =
                    server.call("GET", "/health", server.admin(), new byte[0]).body();

            assertThat(health).contains("descriptors-low");
            for (Socket each : followers) {
                each.close();
            }
        }
    }

    @Test
    void a_directory_that_can_not_be_made_is_told_in_three_lines_without_a_trace() throws Exception {
        Path file = Files.writeString(data.resolve("file"), "");

        int code = run(ServerOptions.local(file.resolve("server"), 0));

        assertThat(code).isEqualTo(3);
        assertThat(err.toString(UTF_8)).hasLineCount(3).contains("can't work in");
    }

    @Test
    void token_files_that_others_could_read_are_closed_at_the_start() throws Exception {
        TestServer.start(data).close();
        Path token = data.resolve("join.token");
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-r--r--"));
        String before = Files.readString(token, UTF_8);

        TestServer.start(data).close();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(token)))
                .isEqualTo("rw-------");
        assertThat(token).hasContent(before);
    }

    @Test
    void on_a_full_disk_it_starts_with_the_room_that_it_kept_and_else_says_what_may_be_removed() throws Exception {
        try (TinyDisk disk = TinyDisk.mount(data, 100)) {
            ChildServer.start(data, "256m").kill();
            assertThat(data.resolve("ballast")).hasSize(8 << 20);
            // As a server leaves it that was stopped.
            Files.deleteIfExists(data.resolve("gleaner.db-shm"));
            disk.fill();

            try (ChildServer again = ChildServer.start(data, "256m")) {
                assertThat(again.call("GET", "/health", again.admin(), new byte[0])
                                .body())
                        .contains("disk-full");
                again.kill();
            }
            Files.delete(data.resolve("filler"));
            disk.fill();
            Files.deleteIfExists(data.resolve("gleaner.db-shm"));
            disk.fill("rest");
            int code = run(ServerOptions.local(data, 0));
            assertThat(code).isEqualTo(3);
            assertThat(err.toString(UTF_8)).hasLineCount(3).contains("is full", "may delete", "Never gleaner.db");
        }
    }

    @Test
    void what_may_be_removed_is_said_also_after_a_kill_on_a_disk_too_small_for_any_ballast() throws Exception {
        try (TinyDisk disk = TinyDisk.mount(data, 60)) {
            ChildServer.start(data, "256m").kill();
            assertThat(data.resolve("ballast")).doesNotExist();
            assertThat(data.resolve("gleaner.db-shm")).exists();
            copyLogIntoTables();
            disk.fill();

            int code = run(ServerOptions.local(data, 0));

            assertThat(code).isEqualTo(3);
            assertThat(err.toString(UTF_8)).hasLineCount(3).contains("is full", "may delete", "Never gleaner.db");
        }
    }

    @Test
    void a_damaged_certificate_is_named_with_what_to_do() throws Exception {
        Files.createDirectories(data.resolve("tls"));
        Files.writeString(data.resolve("tls/ca.pem"), "nothing of use");
        Files.writeString(data.resolve("tls/ca.key"), "nothing of use");

        int code = run(new ServerOptions(
                data,
                InetAddress.getLoopbackAddress(),
                0,
                new Exposure(Exposure.Transport.TLS, List.of(), null, List.of()),
                LogTarget.FILE,
                null));

        assertThat(code).isEqualTo(3);
        assertThat(threeLines())
                .contains("ca.pem is damaged: it is not PEM", "from a copy", "delete the directory")
                .doesNotContain("free disk space");
    }

    @Test
    void a_port_that_is_taken_is_named() throws Exception {
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int code = run(new ServerOptions(
                    data,
                    InetAddress.getLoopbackAddress(),
                    taken.getLocalPort(),
                    Exposure.LOCAL,
                    LogTarget.FILE,
                    null));

            assertThat(code).isEqualTo(3);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data)))
                    .isEqualTo("rwx------");
            assertThat(threeLines()).contains("port " + taken.getLocalPort(), "Another program");
        }
        try (TestServer next = TestServer.start(data)) {
            assertThat(next.call("GET", "/health", null, null).status()).isEqualTo(200);
        }
    }

    /**
     * A server may be killed before or after this, and what it left in the log would give the next one room. The files
     * stay as after a kill.
     */
    private void copyLogIntoTables() throws Exception {
        Path database = data.resolve("gleaner.db");
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
        }
        Files.write(data.resolve("gleaner.db-shm"), new byte[1 << 15]);
        Files.write(data.resolve("gleaner.db-wal"), new byte[0]);
    }

    /** In the form that every command has. */
    private String threeLines() {
        String said = err.toString(UTF_8);
        assertThat(said).matches("gleaner: \\S.*\n  \\S.*\n  \\S.*\n");
        return said;
    }

    private int run(ServerOptions options) throws InterruptedException {
        return new ServerProgram(options, new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8)).run();
    }
}
