package org.gleaner.cli.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.gleaner.cli.GleanerMain;
import org.gleaner.cli.TestGrid;
import org.gleaner.cli.TestGrid.Result;
import org.gleaner.protocol.message.Health;
import org.gleaner.protocol.message.StorageReport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The doctor names what is broken and how to fix it, on a real server and a real agent. */
final class DoctorComponentTest {
    @TempDir
    static Path root;

    private static TestGrid grid;

    @BeforeAll
    static void start() throws Exception {
        grid = new TestGrid(root);
        assertThat(grid.gleaner("submit", "--wait", "true").exit()).isZero();
    }

    @AfterAll
    static void stop() throws Exception {
        grid.stop();
    }

    @Test
    void a_healthy_installation_is_called_so() {
        Result result = grid.gleaner("doctor");

        assertThat(result.exit()).as(result.out()).isZero();
        assertThat(result.out())
                .contains("answers", "the token is accepted", "1 of 1 machines connected", "running, with its files")
                .doesNotContain("BAD")
                .contains("\nNothing is broken");
    }

    @Test
    void json_has_a_grade_for_everything_that_was_looked_at() {
        assertThat(grid.gleaner("doctor", "--json").out())
                .startsWith("{\"version\":1,\"well\":true,\"findings\":[")
                .contains("{\"part\":\"connection\",\"grade\":\"good\",\"what\":\"the token is accepted\"}");
    }

    @Test
    void a_secret_that_others_can_read_is_bad_and_has_a_remedy() throws IOException {
        Path token = grid.home().resolve("server/join.token");
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-r--r--"));
        try {
            Result result = grid.gleaner("doctor");

            assertThat(result.exit()).isOne();
            assertThat(result.out())
                    .contains("BAD  installation: ", "others can read it", "-> Run 'chmod 600 " + token);
        } finally {
            Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
        }
    }

    @Test
    void the_servers_disk_and_machines_without_a_sandbox_are_told() {
        Result result = grid.gleaner("doctor");

        assertThat(result.out())
                .containsPattern("server: [0-9.]+ .B of [0-9.]+ .B free on the server's disk")
                .containsPattern("note pool: 1 of them runs tasks without a working sandbox: \\S+\n");
        assertThat(grid.home()).isDirectoryNotContaining("glob:**/umask-*");
    }

    /** A process of its own, as that is what a umask belongs to. */
    @Test
    void a_process_with_a_wrong_umask_is_told_so_with_the_remedy(@TempDir Path home) throws Exception {
        assumeTrue(FileSystems.getDefault().supportedFileAttributeViews().contains("posix"), "there is no umask here");
        ProcessBuilder doctor = new ProcessBuilder(
                "/bin/sh",
                "-c",
                "umask 000; exec \"$@\"",
                "sh",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                GleanerMain.class.getName(),
                "doctor");
        doctor.environment().put("GLEANER_HOME", home.toString());
        doctor.environment().remove("GLEANER_URL");
        Process process = doctor.redirectErrorStream(true).start();

        String said = new String(process.getInputStream().readAllBytes(), UTF_8);

        assertThat(process.waitFor()).as(said).isOne();
        assertThat(said)
                .contains("note installation: the umask lets others change files that you create")
                .contains("-> Set 'umask 022'");
        assertThat(home).as("of the trial nothing stays").isDirectoryNotContaining("glob:**/umask-*");
    }

    @Test
    void a_pool_that_somebody_stopped_is_told_with_the_way_back() {
        assertThat(grid.gleaner("stop-all").exit()).isZero();
        try {
            assertThat(grid.gleaner("doctor").out())
                    .contains("note pool: an admin stopped all work", "-> To resume it: 'gleaner resume-all'.");
        } finally {
            assertThat(grid.gleaner("resume-all").exit()).isZero();
        }
        assertThat(grid.gleaner("node", "pause", "1").exit()).isZero();
        try {
            assertThat(grid.gleaner("doctor").out())
                    .contains("note pool: all connected machines are paused", "'gleaner node resume NODE'");
        } finally {
            assertThat(grid.gleaner("node", "resume", "1").exit()).isZero();
        }
        assertThat(grid.gleaner("doctor").out()).doesNotContain("nothing new starts");
    }

    @Test
    void a_port_where_nobody_answers_is_named() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }

        Result result = grid.with(Map.of("GLEANER_URL", "http://127.0.0.1:" + port, "GLEANER_TOKEN", "x"), "doctor");

        assertThat(result.exit()).isOne();
        assertThat(result.out()).contains("can't connect to 127.0.0.1 port " + port, "firewall");
    }

    @Test
    void a_server_that_takes_connections_and_says_nothing_is_not_called_one_that_answers() throws IOException {
        try (ServerSocket mute = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            String url = "http://127.0.0.1:" + mute.getLocalPort();

            Result result = grid.with(Map.of("GLEANER_URL", url, "GLEANER_TOKEN", "x"), "doctor");

            assertThat(result.exit()).isOne();
            assertThat(result.out()).contains("BAD  connection: ").doesNotContain(url + " answers");
        }
    }

    @Test
    void a_warning_of_a_server_that_does_its_work_is_a_note() {
        assertThat(ConnectionChecks.warning(new Health.Warning("clock-in-doubt", "w", "r"))
                        .grade())
                .isEqualTo(Finding.Grade.NOTE);
        assertThat(ConnectionChecks.warning(new Health.Warning("disk-full", "w", "r"))
                        .grade())
                .isEqualTo(Finding.Grade.BAD);
    }

    @Test
    void a_small_disk_that_is_nearly_empty_is_not_short_of_room() {
        assertThat(ConnectionChecks.isLittle(new StorageReport.Disk(152L << 20, 160L << 20)))
                .isFalse();
        assertThat(ConnectionChecks.isLittle(new StorageReport.Disk(152L << 20, 16L << 30)))
                .isTrue();
    }

    @Test
    void a_wrong_token_is_told_apart_from_a_server_that_is_away() throws IOException {
        String url = Files.readString(grid.home().resolve("server/address")).strip();

        Result result = grid.with(Map.of("GLEANER_URL", url, "GLEANER_TOKEN", "wrong"), "doctor");

        assertThat(result.exit()).isOne();
        assertThat(result.out()).contains("ok   connection: " + url + " answers", "BAD  connection: ", "token");
    }
}
