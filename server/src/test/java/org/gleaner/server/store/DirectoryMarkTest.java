package org.gleaner.server.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.Token;
import org.gleaner.core.grid.TokenHash;
import org.gleaner.core.id.Owner;
import org.gleaner.core.store.StoreSamples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A data directory and its database know each other, and neither takes another for it. */
final class DirectoryMarkTest {
    private static final Token FIRST = new Token(new TokenHash("ab".repeat(32)), Role.ADMIN, new Owner("admin"), null);

    @TempDir
    private Path temp;

    private Path folder(String name) {
        return temp.resolve(name);
    }

    /** As a server leaves it that was started once: a database with a token, and a file of a job. */
    private void used(Path data, PostgresLogin login) throws Exception {
        try (SqlStore store = SqlStore.open(data, login)) {
            store.write(List.of(new GridEvent.TokenIssued(FIRST)));
        }
        blob(data);
    }

    private void used(Path data) throws Exception {
        try (SqlStore store = SqlStore.open(data)) {
            store.write(List.of(new GridEvent.TokenIssued(FIRST)));
        }
        blob(data);
    }

    private static void blob(Path data) throws IOException {
        Path shelf = Files.createDirectories(data.resolve("blobs/9f"));
        Files.writeString(
                shelf.resolve("86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"), "test", UTF_8);
    }

    /** As 0.1 left it: neither of them has a mark. */
    private static void unmark(Path data) throws Exception {
        Files.delete(data.resolve(DirectoryMark.FILE));
        if (Files.exists(data.resolve(SqlStore.FILE))) {
            sql(data, "DELETE FROM directory");
        }
    }

    private static void sql(Path data, String statement) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + data.resolve(SqlStore.FILE));
                Statement sql = connection.createStatement()) {
            sql.execute(statement);
        }
    }

    private static void opens(Path data) throws Exception {
        try (SqlStore store = SqlStore.open(data)) {
            assertThat(store.load().tokens()).containsExactly(FIRST);
        }
    }

    private static void refused(Path data, PostgresLogin login, String... says) {
        assertThatThrownBy(() -> SqlStore.open(data, login).close()).satisfies(thrown -> isTold(thrown, says));
    }

    private static void refused(Path data, String... says) {
        assertThatThrownBy(() -> SqlStore.open(data).close()).satisfies(thrown -> isTold(thrown, says));
    }

    private static void isTold(Throwable thrown, String... says) {
        assertThat(thrown).isInstanceOf(StoreUnusable.class).hasMessageContainingAll(says);
        assertThat(String.valueOf(thrown.getMessage()).lines()).hasSize(3);
    }

    @Test
    void a_directory_goes_on_with_its_database_and_so_does_a_copy_of_both() throws Exception {
        used(folder("data"));
        opens(folder("data"));

        Files.move(folder("data"), folder("moved"));

        opens(folder("moved"));
    }

    @Test
    void a_directory_of_the_first_release_gets_its_mark_when_it_is_started() throws Exception {
        used(folder("data"));
        unmark(folder("data"));

        opens(folder("data"));

        assertThat(Files.readAllLines(folder("data").resolve(DirectoryMark.FILE), UTF_8))
                .hasSize(2)
                .element(1)
                .isEqualTo("gleaner.db");
        opens(folder("data"));
    }

    @Test
    void a_start_that_was_killed_between_the_two_marks_is_finished_by_the_next() throws Exception {
        used(folder("data"));
        sql(folder("data"), "DELETE FROM directory");

        opens(folder("data"));
    }

    @Test
    void the_database_of_another_directory_is_refused_and_so_is_a_new_one() throws Exception {
        used(folder("data"));
        used(folder("other"));
        Path own = folder("data").resolve(SqlStore.FILE);
        Files.move(own, folder("kept.db"));

        refused(folder("data"), "does not belong to the database", "new and empty", "from a backup");
        assertThat(own).as("nothing is made").doesNotExist();
        Files.copy(folder("other").resolve(SqlStore.FILE), own);
        refused(folder("data"), "does not belong to the database", "Put back the gleaner.db that was there before");

        Files.delete(own);
        Files.move(folder("kept.db"), own);
        opens(folder("data"));
    }

    @Test
    void an_older_copy_of_the_database_may_be_put_back() throws Exception {
        used(folder("data"));
        Path own = folder("data").resolve(SqlStore.FILE);
        Files.copy(own, folder("older.db"));
        sql(folder("data"), "DELETE FROM directory");
        Files.copy(own, folder("oldest.db"));
        opens(folder("data"));

        for (String copy : List.of("older.db", "oldest.db")) {
            Files.delete(own);
            Files.copy(folder(copy), own);
            opens(folder("data"));
        }
    }

    @Test
    void a_directory_that_lost_its_database_is_not_given_a_new_one_even_if_it_holds_no_files() throws Exception {
        used(folder("data"));
        Files.delete(folder("data").resolve(SqlStore.FILE));
        Files.delete(folder("data").resolve("blobs/9f/86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"));

        refused(folder("data"), "gleaner.db is gone", "Put the file back");
        assertThat(folder("data").resolve(SqlStore.FILE)).doesNotExist();

        Files.delete(folder("data").resolve(DirectoryMark.FILE));
        SqlStore.open(folder("data")).close();
    }

    @Test
    void a_directory_that_lost_the_files_of_its_jobs_is_not_started_without_them() throws Exception {
        try (SqlStore store = SqlStore.open(folder("data"))) {
            store.checkFiles(folder("data"));
            store.write(List.of(StoreSamples.submitted(1, StoreSamples.spec(3))));

            assertThatThrownBy(() -> store.checkFiles(folder("data")))
                    .satisfies(thrown -> isTold(thrown, "has no folder 'blobs'", "mount its disk"));

            Files.createDirectory(folder("data").resolve("blobs"));
            store.checkFiles(folder("data"));
        }
    }

    @Test
    void files_without_a_mark_are_not_given_to_a_database_that_has_just_been_made() throws Exception {
        blob(folder("data"));

        refused(folder("data"), "new and empty");

        assertThat(folder("data").resolve(SqlStore.FILE)).doesNotExist();
    }

    @Test
    void a_directory_of_postgresql_is_not_served_from_a_file_nor_the_other_way_round() throws Exception {
        RealPostgres postgres = RealPostgres.shared();
        PostgresLogin login = postgres.database();
        used(folder("data"), login);
        used(folder("file"));

        refused(folder("data"), "does not belong to the database", "with --db " + login.address());
        assertThat(folder("data").resolve(SqlStore.FILE)).doesNotExist();
        refused(folder("file"), postgres.database(), "does not belong to the database", "without --db");
        refused(folder("file"), login, "does not belong to the database");
        refused(folder("data"), postgres.database(), "does not belong to the database");

        SqlStore.open(folder("data"), login).close();
    }

    @Test
    void a_database_is_not_given_to_an_empty_directory_unless_somebody_says_so() throws Exception {
        PostgresLogin login = RealPostgres.shared().database();
        used(folder("data"), login);
        String mark = Files.readAllLines(folder("data").resolve(DirectoryMark.FILE), UTF_8)
                .get(0);

        refused(folder("fresh"), login, "does not belong to the data directory", "echo " + mark + " > ");
        Files.writeString(folder("fresh").resolve(DirectoryMark.FILE), mark + "\n", UTF_8);

        SqlStore.open(folder("fresh"), login).close();
    }

    @Test
    void a_directory_of_the_first_release_on_postgresql_is_not_served_from_a_new_file() throws Exception {
        PostgresLogin login = RealPostgres.shared().database();
        used(folder("data"), login);
        unmark(folder("data"));

        refused(folder("data"), "does not belong to the database", "new and empty");
    }
}
