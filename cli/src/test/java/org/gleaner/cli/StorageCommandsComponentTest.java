package org.gleaner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.gleaner.cli.TestGrid.Result;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a keeper types: what takes how much, what can go, a copy of all of it and the way back. */
final class StorageCommandsComponentTest {
    @TempDir
    static Path root;

    private static TestGrid grid;

    @BeforeAll
    static void start() throws Exception {
        grid = new TestGrid(root);
    }

    @AfterAll
    static void stop() throws Exception {
        grid.stop();
    }

    @Test
    void df_and_sweep_print_the_documented_objects() throws Exception {
        grid.write("in.txt", "hello");
        Result submitted = grid.gleaner("submit", "--in", grid.file("in.txt").toString(), "cat", "in.txt");
        assertThat(submitted.exit()).as(submitted.err()).isZero();

        assertThat(grid.gleaner("df", "--json").out())
                .startsWith("{\"version\":1,\"database\":{\"kind\":\"sqlite\",\"bytes\":")
                .contains("\"quotas\":{}", "\"owners\":[{\"owner\":\"admin\",\"jobs\":");
        assertThat(grid.gleaner("df").out()).contains("Database (sqlite)", "OWNER", "UPLOADS");
        String user = grid.gleaner("user", "add", "frugal").out().strip();
        assertThat(grid.with(Map.of("GLEANER_TOKEN", user), "df").out()).startsWith("Quota: no limit");
        assertThat(grid.gleaner("sweep", "--grace", "0s", "--json").out())
                .matches("\\{\"version\":1,\"jobs\":0,\"removed\":[0-9]+,\"bytes\":[0-9]+,"
                        + "\"more\":false,\"held\":false}\n");
        assertThat(grid.gleaner("sweep", "--grace", "soon").exit()).isEqualTo(2);
    }

    @Test
    void a_job_beyond_a_quota_ends_submit_as_it_ends_a_dry_run() throws Exception {
        grid.write("large.txt", "x".repeat(5000));
        String file = grid.file("large.txt").toString();
        assertThat(grid.gleaner("config", "set", "quota-owner", "1K").exit()).isZero();
        try {
            assertThat(grid.gleaner("submit", "--dry-run", "--in", file, "true").exit())
                    .isEqualTo(3);
            assertThat(grid.gleaner("submit", "--in", file, "true").exit()).isEqualTo(3);
        } finally {
            assertThat(grid.gleaner("config", "set", "quota-owner", "off").exit())
                    .isZero();
        }
    }

    @Test
    void df_is_true_right_after_a_sweep() throws Exception {
        grid.write("gone.txt", "soon gone");
        String job = grid.gleaner("submit", "--in", grid.file("gone.txt").toString(), "--memory", "900G", "true")
                .out()
                .strip();
        String before = grid.gleaner("df").out();
        assertThat(grid.gleaner("cancel", job).exit()).isZero();
        assertThat(grid.gleaner("delete", job).exit()).isZero();
        assertThat(grid.gleaner("sweep", "--grace", "0s").out()).contains("9 B");

        assertThat(grid.gleaner("df").out()).isNotEqualTo(before);
    }

    @Test
    void a_backup_can_be_restored_and_neither_overwrites_anything() throws Exception {
        String file = root.resolve("backup.zip").toString();
        String data = root.resolve("restored").toString();

        Result backup = grid.gleaner("backup", file, "--json");
        assertThat(backup.exit()).as(backup.err()).isZero();
        assertThat(backup.out()).startsWith("{\"version\":1,\"file\":\"" + file + "\",\"blobs\":");
        assertThat(Files.getPosixFilePermissions(Path.of(file)))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(grid.gleaner("backup", file).err().lines()).hasSize(3);

        assertThat(grid.gleaner("restore", file, "--data", data, "--json").out())
                .matches("\\{\"version\":1,\"blobs\":[0-9]+,\"missing\":0}\n");
        Result again = grid.gleaner("restore", file, "--data", data);
        assertThat(again.exit()).isEqualTo(3);
        assertThat(again.err()).contains("is not empty");
        assertThat(grid.gleaner("restore", "nowhere.zip", "--data", data).exit())
                .isEqualTo(2);
    }

    @Test
    void a_port_behind_the_address_to_listen_on_is_pointed_to_its_flag() {
        Result refused = grid.gleaner("server", "--listen", "127.0.0.1:18101");

        assertThat(refused.exit()).isEqualTo(2);
        assertThat(refused.err()).contains("'127.0.0.1:18101' is not a host name", "--port");
    }

    @Test
    void a_password_in_the_address_of_a_database_is_refused_and_not_repeated() {
        Result refused = grid.gleaner("server", "--db", "postgresql://ada:hunter2@db/grid");

        assertThat(refused.exit()).isEqualTo(2);
        assertThat(refused.err()).contains("must not hold the password").doesNotContain("hunter2");
        assertThat(grid.gleaner("server", "--db-password-file", "x").err()).contains("requires --db");
    }
}
