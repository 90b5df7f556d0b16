package org.gleaner.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.StoredBeliefs;
import org.gleaner.core.observer.NodeBelief;
import org.gleaner.core.store.StoreSamples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteDataSource;

final class SchemaTest {
    private static final Path SCRIPTS = Path.of("src/main/resources/db");

    @TempDir
    private Path directory;

    @Test
    void the_version_is_that_of_the_youngest_script() throws IOException {
        int youngest = 1;
        if (Files.isDirectory(SCRIPTS.resolve("migration"))) {
            try (Stream<Path> scripts = Files.list(SCRIPTS.resolve("migration"))) {
                youngest = scripts.mapToInt(SchemaTest::version).max().orElse(1);
            }
        }

        assertThat(Schema.VERSION).isEqualTo(youngest);
    }

    private static int version(Path script) {
        String name = String.valueOf(script.getFileName());
        return Integer.parseInt(name.substring(1, name.indexOf("__")));
    }

    @Test
    void the_first_script_is_still_the_one_that_databases_were_made_with() throws Exception {
        SqlStore.open(directory).close();

        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("gleaner.db"));
                Statement sql = connection.createStatement()) {
            assertThat(number(sql, "SELECT checksum FROM flyway_schema_history WHERE version = '1'"))
                    .isEqualTo(536_054_381);
            assertThat(number(sql, "PRAGMA user_version")).isEqualTo(Schema.VERSION);
        }
    }

    @Test
    void a_database_of_an_older_version_is_copied_before_it_is_brought_up_to_date() throws Exception {
        SQLiteDataSource old = old(1, 1);
        try (Connection connection = old.getConnection();
                Statement sql = connection.createStatement()) {
            sql.execute("INSERT INTO setting (name, value) VALUES ('strategy', 'fifo')");
        }

        try (SqlStore store = SqlStore.open(directory)) {
            assertThat(store.load().settings()).containsEntry("strategy", "fifo");
        }

        Path copy = directory.resolve("backups/before-migration-of-v1-1.db");
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + copy);
                Statement sql = connection.createStatement()) {
            assertThat(number(sql, "PRAGMA user_version")).isEqualTo(1);
            assertThat(number(sql, "SELECT count(*) FROM setting")).isEqualTo(1);
        }
        SqlStore.open(directory).close();
        assertThat(directory.resolve("backups/before-migration-of-v1-2.db")).doesNotExist();
    }

    /** Tables of one version, and what the file says of them. */
    private SQLiteDataSource old(int version, int said) throws SQLException {
        SQLiteDataSource old = new SQLiteDataSource();
        old.setUrl("jdbc:sqlite:" + directory.resolve("gleaner.db"));
        Schema.migrate(old, SqliteFile.SCRIPTS, SqliteFile.WITHOUT_ROWID, version);
        try (Connection connection = old.getConnection();
                Statement sql = connection.createStatement()) {
            sql.execute("PRAGMA user_version = " + said);
        }
        return old;
    }

    @Test
    void an_upgrade_that_was_killed_is_finished_and_what_it_left_is_not_copied_as_the_older_version() throws Exception {
        old(9, 7);

        SqlStore.open(directory).close();

        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("gleaner.db"));
                Statement sql = connection.createStatement()) {
            assertThat(number(sql, "PRAGMA user_version")).isEqualTo(Schema.VERSION);
        }
        assertThat(copies()).containsExactly("before-migration-of-v9-1.db");
        Path copy = directory.resolve("backups/before-migration-of-v9-1.db");
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + copy);
                Statement sql = connection.createStatement()) {
            assertThat(number(sql, "PRAGMA user_version"))
                    .as("the older program must not take it for its own")
                    .isEqualTo(9);
        }
    }

    @Test
    void an_upgrade_that_lacked_only_its_last_mark_is_not_copied_once_more() throws Exception {
        old(Schema.VERSION, 7);

        SqlStore.open(directory).close();

        assertThat(directory.resolve("backups")).doesNotExist();
    }

    @Test
    void tables_of_a_newer_version_are_refused_although_its_upgrade_was_killed() throws Exception {
        SQLiteDataSource newer = old(Schema.VERSION, Schema.VERSION);
        try (Connection connection = newer.getConnection();
                Statement sql = connection.createStatement()) {
            sql.execute("UPDATE flyway_schema_history SET version = '99' WHERE version = '" + Schema.VERSION + "'");
        }

        assertThatThrownBy(() -> SqlStore.open(directory).close())
                .isInstanceOf(StoreUnusable.class)
                .hasMessageContaining("schema version 99");
    }

    @Test
    void where_the_copy_does_not_fit_nothing_is_left_of_it_however_often_it_is_tried() throws Exception {
        try (TinyDisk disk = TinyDisk.mount(directory, 20)) {
            SQLiteDataSource old = old(7, 7);
            try (Connection connection = old.getConnection();
                    Statement sql = connection.createStatement()) {
                sql.execute("INSERT INTO setting (name, value) VALUES ('large', hex(zeroblob(4000000)))");
            }
            long before = disk.free();
            Path filler = disk.fill("filler", before - (6 << 20));

            for (int start = 0; start < 3; start++) {
                assertThatThrownBy(() -> SqlStore.open(directory).close())
                        .isInstanceOfSatisfying(StoreUnusable.class, refused -> {
                            assertThat(refused.what()).contains("can't be upgraded");
                            assertThat(refused.why()).containsPattern("first, which takes about 7[.]\\d ?M");
                        });
                assertThat(copies()).isEmpty();
                assertThat(disk.free()).isGreaterThan(5 << 20);
            }

            Files.delete(filler);
            SqlStore.open(directory).close();
            assertThat(copies()).containsExactly("before-migration-of-v7-1.db");
        }
    }

    private List<String> copies() throws IOException {
        try (Stream<Path> all = Files.list(directory.resolve("backups"))) {
            return all.map(file -> String.valueOf(file.getFileName())).sorted().toList();
        }
    }

    @Test
    void a_database_from_before_beliefs_takes_them_after_it_was_brought_up_to_date() throws Exception {
        SQLiteDataSource old = old(6, 6);
        try (Connection connection = old.getConnection();
                Statement sql = connection.createStatement()) {
            sql.execute("INSERT INTO node (id, incarnation, name, os, arch, cores, benchmark, version, slots, memory,"
                    + " introduced) VALUES (1, 3, 'old', 'linux', 'x64', 4, 'PT0.3S', '0.1', 4, 1000, 5)");
        }
        NodeBelief belief = StoreSamples.nodeBelief(3);

        try (SqlStore store = SqlStore.open(directory)) {
            assertThat(store.load().nodes()).hasSize(1);
            assertThat(store.load().beliefs()).isEqualTo(StoredBeliefs.NONE);
            store.write(List.of(new GridEvent.NodeObserved(StoreSamples.N1, belief)));
        }

        try (SqlStore store = SqlStore.open(directory)) {
            assertThat(store.load().beliefs().nodes()).containsExactly(Map.entry(StoreSamples.N1, belief));
        }
    }

    private static int number(Statement sql, String query) throws SQLException {
        try (ResultSet rows = sql.executeQuery(query)) {
            return rows.getInt(1);
        }
    }
}
