package org.gleaner.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gleaner.core.store.StoreSamples.assigned;
import static org.gleaner.core.store.StoreSamples.at;
import static org.gleaner.core.store.StoreSamples.pages;
import static org.gleaner.core.store.StoreSamples.spec;
import static org.gleaner.core.store.StoreSamples.submitted;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredGrid;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.store.StoreSamples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What only a file can suffer: another process, another program's file, another version, a full disk, a kill. */
final class StoreTroubleTest {
    @TempDir
    private Path directory;

    private static void refused(Path directory, String what) {
        assertThatThrownBy(() -> SqlStore.open(directory).close())
                .isInstanceOf(StoreUnusable.class)
                .hasMessageContaining(what)
                .satisfies(
                        thrown -> assertThat(String.valueOf(thrown.getMessage()).lines())
                                .as("what happened, why, what to do next")
                                .hasSize(3));
    }

    private Path database() {
        return directory.resolve("gleaner.db");
    }

    private void sql(String statement) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database());
                Statement sql = connection.createStatement()) {
            sql.execute(statement);
        }
    }

    @Test
    void a_second_store_on_the_same_directory_is_refused_until_the_first_is_closed() throws Exception {
        try (SqlStore first = SqlStore.open(directory)) {
            refused(directory, "is in use");

            first.write(List.of(submitted(1, spec(3))));
        }
        try (SqlStore second = SqlStore.open(directory)) {
            assertThat(second.load().jobs()).hasSize(1);
        }
    }

    @Test
    void a_killed_process_loses_nothing_it_called_durable_and_leaves_no_lock() throws Exception {
        Process holder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        StoreHolder.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        int stored = 0;
        try (BufferedReader lines = holder.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null && stored < 20; line = lines.readLine()) {
                stored += line.startsWith("stored") ? 1 : 0;
            }
            refused(directory, "is in use");
            holder.destroyForcibly().waitFor();
        } finally {
            holder.destroyForcibly();
        }

        try (SqlStore store = SqlStore.open(directory)) {
            assertThat(stored).isEqualTo(20);
            assertThat(store.load().jobs()).hasSizeGreaterThanOrEqualTo(stored);
            store.write(List.of(new GridEvent.SettingChanged("strategy", "fifo")));
        }
    }

    @Test
    void a_database_of_a_newer_version_is_left_alone() throws Exception {
        SqlStore.open(directory).close();
        sql("PRAGMA user_version = 99");
        byte[] before = Files.readAllBytes(database());

        refused(directory, "can't be opened by this version");

        assertThat(Files.readAllBytes(database())).isEqualTo(before);
    }

    @Test
    void a_database_of_another_program_is_left_alone() throws Exception {
        sql("CREATE TABLE job (id INTEGER)");
        byte[] before = Files.readAllBytes(database());

        refused(directory, "is not a Gleaner database");

        assertThat(Files.readAllBytes(database())).isEqualTo(before);
    }

    @Test
    void a_first_start_that_was_killed_half_way_is_made_good_by_the_next() throws Exception {
        SqlStore.open(directory).close();
        for (String table : List.of(
                "counter",
                "job",
                "task_page",
                "entry_page",
                "task_counter",
                "attempt",
                "blob_ref",
                "node",
                "node_duty",
                "refusal",
                "token",
                "partial_file",
                "file_source",
                "submission_key",
                "setting",
                "node_belief",
                "type_belief",
                "stay",
                "stay_week",
                "directory",
                "file_page",
                "large_spec",
                "forecast")) {
            sql("DROP TABLE " + table);
        }
        sql("DELETE FROM flyway_schema_history");
        sql("PRAGMA user_version = 0");
        sql("PRAGMA application_id = 0");

        try (SqlStore store = SqlStore.open(directory)) {
            assertThat(store.load().nextJob()).isEqualTo(1);
        }
    }

    @Test
    void a_damaged_file_is_left_alone() throws Exception {
        byte[] garbage = "this was a database once, but something else has been written over it\n"
                .repeat(100)
                .getBytes(StandardCharsets.UTF_8);
        Files.write(database(), garbage);

        refused(directory, "can't be opened");

        assertThat(Files.readAllBytes(database())).isEqualTo(garbage);
    }

    @Test
    void a_new_data_directory_is_nobody_elses_to_read() throws Exception {
        Path fresh = directory.resolve("deep/data");
        SqlStore.open(fresh).close();

        assumeTrue(Files.getFileStore(fresh).supportsFileAttributeView("posix"), "skipped: no such rights here");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(fresh)))
                .isEqualTo("rwx------");
    }

    @Test
    void a_directory_that_is_a_file_is_refused() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));

        refused(file, "can't be written");
    }

    @Test
    void a_write_protected_directory_is_refused() throws Exception {
        try (TinyDisk disk = TinyDisk.mount(directory, 4)) {
            disk.protect();

            refused(directory, "can't be written");
        }
    }

    @Test
    void why_a_disk_takes_nothing_is_found_out_without_a_path_of_this_machine() throws Exception {
        try (TinyDisk disk = TinyDisk.mount(directory, 4)) {
            SqliteFile file = new SqliteFile(database());
            assertThat(file.hindrance()).isEmpty();
            disk.protect();

            assertThat(file.hindrance().orElseThrow().advice())
                    .hasValueSatisfying(advice -> assertThat(advice)
                            .contains("Read-only file system", "make its disk writable")
                            .doesNotContain(directory.toString()));
        }
    }

    @Test
    void on_a_full_disk_nothing_is_damaged_and_it_goes_on_when_there_is_room() throws Exception {
        try (TinyDisk disk = TinyDisk.mount(directory, 8);
                SqlStore store = SqlStore.open(directory)) {
            store.write(List.of(submitted(1, spec(3)), assigned(AttemptId.of(1, 1, 1), StoreSamples.N1)));
            StoredGrid before = store.load();
            Path filler = disk.fill();

            for (int attempt = 0; attempt < 3; attempt++) {
                assertThatThrownBy(() -> store.write(List.of(large(2))))
                        .isInstanceOfSatisfying(
                                StoreException.class,
                                full -> assertThat(full.isFull()).isTrue());
                assertThat(store.load()).isEqualTo(before);
                assertThat(store.history().job(new JobId(1))).isPresent();
            }

            Files.delete(filler);
            store.write(List.of(large(2)));
            assertThat(store.load().jobs()).hasSize(2);
        }
    }

    @Test
    void a_store_that_was_closed_on_a_full_disk_opens_again_when_there_is_room() throws Exception {
        try (TinyDisk disk = TinyDisk.mount(directory, 8)) {
            StoredGrid before;
            Path filler;
            try (SqlStore store = SqlStore.open(directory)) {
                store.write(List.of(submitted(1, spec(3))));
                before = store.load();
                filler = disk.fill();
                assertThatThrownBy(() -> store.write(List.of(large(2)))).isInstanceOf(StoreException.class);
            }
            Files.delete(filler);

            try (SqlStore store = SqlStore.open(directory)) {
                assertThat(store.load()).isEqualTo(before);
            }
        }
    }

    @Test
    void arrays_of_millions_are_cancelled_at_once_on_a_small_disk() throws Exception {
        int tasks = 10_000_000;
        try (TinyDisk disk = TinyDisk.mount(directory, 8);
                SqlStore store = SqlStore.open(directory)) {
            List<GridEvent.Hard> all = new ArrayList<>();
            for (int job = 1; job <= 200; job++) {
                all.add(submitted(job, spec(tasks)));
                all.add(new GridEvent.TasksMoved(new JobId(job), Ordinals.range(2, tasks), TaskState.CANCELLED));
            }
            store.write(all);
            assertThat(disk.free()).isPositive();

            assertThat(store.load().jobs())
                    .hasSize(200)
                    .allSatisfy(job -> assertThat(job.states())
                            .containsExactly(Map.entry(TaskState.CANCELLED, Ordinals.range(2, tasks))));
        }
    }

    @Test
    void a_change_that_does_not_fit_on_the_disk_does_not_keep_it_full() throws Exception {
        try (TinyDisk disk = TinyDisk.mount(directory, 8)) {
            StoredGrid after;
            try (SqlStore store = SqlStore.open(directory)) {
                store.write(List.of(submitted(1, spec(3))));
                StoredGrid before = store.load();
                long free = disk.free();

                assertThatThrownBy(() -> store.write(tooLarge())).isInstanceOf(StoreException.class);
                assertThat(store.hasRoom()).isFalse();

                assertThat(disk.free()).isGreaterThanOrEqualTo(free / 2);
                assertThat(store.load()).isEqualTo(before);
                store.write(List.of(large(2)));
                after = store.load();
            }
            try (SqlStore store = SqlStore.open(directory)) {
                assertThat(store.load()).isEqualTo(after);
            }
        }
    }

    @Test
    void a_full_disk_on_which_somebody_frees_some_megabytes_has_room_again_at_once() throws Exception {
        try (TinyDisk disk = TinyDisk.mount(directory, 100);
                SqlStore store = SqlStore.open(directory)) {
            Path little = disk.fill("little", 8 << 20);
            disk.fill();
            assertThatThrownBy(() -> store.write(tooLarge())).isInstanceOf(StoreException.class);
            assertThat(store.hasRoom()).isFalse();

            Files.delete(little);

            assertThat(store.hasRoom()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gleaner.db", "gleaner.db-wal", "gleaner.db-shm"})
    void nothing_is_acknowledged_while_a_file_of_the_database_is_not_the_one_that_is_open(String name)
            throws Exception {
        try (SqlStore store = SqlStore.open(directory)) {
            store.write(List.of(submitted(1, spec(3))));
            StoredGrid before = store.load();
            Path file = directory.resolve(name);
            Path away = directory.resolve("away");
            Files.move(file, away);

            isGone(store, name);
            Files.copy(away, file);
            isGone(store, name);
            Files.delete(file);
            assertThat(file).as("nobody makes a new one").doesNotExist();
            Files.move(away, file);

            assertThat(store.load()).isEqualTo(before);
            store.write(List.of(submitted(2, spec(3))));
            assertThat(store.history().job(new JobId(2))).isPresent();
        }
        try (SqlStore store = SqlStore.open(directory)) {
            assertThat(store.load().jobs()).hasSize(2);
        }
    }

    private void isGone(SqlStore store, String name) {
        List<ThrowingCallable> all = List.of(
                () -> store.write(List.of(submitted(2, spec(3)))),
                store::checkThere,
                store::tryWrite,
                store::load,
                () -> store.history().job(new JobId(1)),
                () -> store.copyTo(directory.resolve("copy")));
        assertThat(all)
                .allSatisfy(call -> assertThatThrownBy(call)
                        .isInstanceOfSatisfying(
                                StoreException.class,
                                gone -> assertThat(gone.advice())
                                        .hasValueSatisfying(advice ->
                                                assertThat(advice).contains(name + " was moved", "put back"))));
    }

    @Test
    void what_a_killed_server_left_of_a_change_is_given_back_at_the_next_start() throws Exception {
        Path place = Files.createDirectory(directory.resolve("small"));
        try (TinyDisk disk = TinyDisk.mount(place, 64)) {
            try (SqlStore store = SqlStore.open(directory)) {
                store.write(List.of(submitted(1, spec(3))));
                copyInTheMiddleOfAChange(place);
            }
            disk.fill();

            try (SqlStore store = SqlStore.open(place)) {
                store.write(List.of(large(2)));
                assertThat(store.load().jobs()).hasSize(2);
            }
        }
    }

    /** With so little memory much of the change is in the log before it is committed. */
    private void copyInTheMiddleOfAChange(Path to) throws SQLException, IOException {
        try (Connection killed = DriverManager.getConnection("jdbc:sqlite:" + database());
                Statement statement = killed.createStatement()) {
            killed.setAutoCommit(false);
            statement.execute("PRAGMA cache_size = 10");
            statement.execute("INSERT INTO setting (name, value) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT"
                    + " i + 1 FROM n WHERE i < 3000) SELECT 'n' || i, hex(randomblob(500)) FROM n");
            for (String part : List.of("gleaner.db", "gleaner.db-wal")) {
                Files.copy(directory.resolve(part), to.resolve(part));
            }
            killed.rollback();
        }
    }

    private static List<GridEvent.Hard> tooLarge() {
        List<GridEvent.Hard> all = new ArrayList<>();
        for (int job = 2; job < 30; job++) {
            all.add(large(job));
        }
        return all;
    }

    private static GridEvent.JobSubmitted large(long job) {
        int entries = 4000;
        return new GridEvent.JobSubmitted(
                new JobId(job),
                StoreSamples.ADA,
                at(job),
                spec("large", "t", new ArrayShape.Listed(entries)),
                pages(entries),
                null);
    }
}
