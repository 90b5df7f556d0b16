package org.gleaner.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gleaner.core.store.StoreSamples.spec;
import static org.gleaner.core.store.StoreSamples.submitted;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredGrid;
import org.gleaner.core.id.JobId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What only a database elsewhere can suffer: it stops, cuts connections, keeps locks, or belongs to somebody else. */
final class PostgresTroubleTest {
    @TempDir
    private Path directory;

    private RealPostgres postgres;
    private PostgresLogin login;

    @BeforeEach
    void make() throws Exception {
        postgres = RealPostgres.shared();
        login = postgres.database();
    }

    private Path folder(String name) {
        return directory.resolve(name);
    }

    private void refused(PostgresLogin wanted, String what) {
        assertThatThrownBy(() -> SqlStore.open(folder("refused"), wanted).close())
                .isInstanceOf(StoreUnusable.class)
                .hasMessageContaining(what)
                .satisfies(
                        thrown -> assertThat(String.valueOf(thrown.getMessage()).lines())
                                .as("what happened, why, what to do next")
                                .hasSize(3));
    }

    private void cutAllConnections() throws SQLException {
        postgres.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                + " WHERE application_name = 'gleaner' AND datname = '"
                + login.address().database() + "'");
    }

    private Connection connection() throws SQLException {
        return DriverManager.getConnection(String.format(
                "jdbc:postgresql://localhost:%d/%s?user=postgres",
                login.address().port(), login.address().database()));
    }

    private void sql(String statement) throws SQLException {
        try (Connection connection = connection();
                Statement sql = connection.createStatement()) {
            sql.execute(statement);
        }
    }

    @Test
    void a_second_server_on_the_same_database_is_refused_until_the_first_is_closed() throws Exception {
        try (SqlStore first = SqlStore.open(folder("first"), login)) {
            refused(login, "is in use");

            first.write(List.of(submitted(1, spec(3))));
        }
        try (SqlStore second = SqlStore.open(folder("first"), login)) {
            assertThat(second.load().jobs()).hasSize(1);
        }
    }

    @Test
    void connections_that_were_cut_are_opened_again_and_nothing_acknowledged_is_lost() throws Exception {
        try (SqlStore store = SqlStore.open(folder("data"), login)) {
            store.write(List.of(submitted(1, spec(3))));
            assertThat(store.history().job(new JobId(1))).isPresent();
            StoredGrid before = store.load();
            cutAllConnections();

            assertThat(store.history().job(new JobId(1)))
                    .as("a reader opens a new one itself")
                    .isPresent();
            assertThatThrownBy(() -> store.write(List.of(submitted(2, spec(3)))))
                    .isInstanceOf(StoreException.class);

            assertThat(store.load()).isEqualTo(before);
            store.write(List.of(submitted(2, spec(3))));
            assertThat(store.load().jobs()).hasSize(2);
        }
    }

    @Test
    void a_database_elsewhere_is_asked_for_room_by_a_write_that_leaves_nothing_behind() throws Exception {
        try (SqlStore store = SqlStore.open(folder("data"), login)) {
            assertThat(store.hasRoom()).isTrue();
            assertThat(store.hasRoom())
                    .as("the table of the first time is gone")
                    .isTrue();
            sql("ALTER DATABASE \"" + login.address().database() + "\" SET default_transaction_read_only = on");

            assertThat(store.hasRoom()).isFalse();
        }
    }

    @Test
    void a_transaction_that_is_cut_in_the_middle_leaves_nothing_behind() throws Exception {
        try (SqlStore store = SqlStore.open(folder("data"), login)) {
            store.write(List.of(submitted(1, spec(3))));
            StoredGrid before = store.load();
            // The connection dies after the first row of the next transaction and before its commit.
            sql("CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS"
                    + " 'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END'");
            sql("CREATE TRIGGER deadly BEFORE INSERT ON setting FOR EACH ROW EXECUTE FUNCTION die()");

            assertThatThrownBy(() -> store.write(
                            List.of(submitted(2, spec(3)), new GridEvent.SettingChanged("strategy", "fifo"))))
                    .isInstanceOf(StoreException.class);

            assertThat(store.load()).isEqualTo(before);
        }
    }

    @Test
    void a_commit_that_nobody_heard_of_is_found_when_the_state_is_loaded_again() throws Exception {
        // The wire knows only the first commit of a connection, and a new database has one before ours.
        SqlStore.open(folder("data"), login).close();
        try (CuttingWire wire = new CuttingWire(login.address().port());
                SqlStore store = SqlStore.open(folder("data"), through(wire))) {
            wire.arm();

            assertThatThrownBy(() -> store.write(List.of(submitted(1, spec(3)))))
                    .isInstanceOf(StoreException.class);

            assertThat(store.load().jobs()).hasSize(1);
            store.write(List.of(submitted(2, spec(3))));
            assertThat(store.load().nextJob()).isEqualTo(3);
        }
    }

    @Test
    void what_a_lost_connection_left_running_is_ended_before_the_next_one_starts() throws Exception {
        try (CuttingWire wire = new CuttingWire(login.address().port());
                SqlStore store = SqlStore.open(folder("data"), through(wire));
                Connection other = connection();
                Statement blocker = other.createStatement()) {
            // Our transaction waits on PostgreSQL's side for this row, and meanwhile we lose the connection.
            other.setAutoCommit(false);
            blocker.execute("INSERT INTO setting (name, value) VALUES ('strategy', 'balanced')");
            CompletableFuture<Boolean> written = CompletableFuture.supplyAsync(() -> setStrategy(store));
            Awaitility.await().atMost(Duration.ofMinutes(5)).until(this::somebodyWaitsForALock);
            wire.partition();
            assertThat(written.get()).isFalse();
            assertThat(somebodyWaitsForALock())
                    .as("PostgreSQL knows nothing of it")
                    .isTrue();

            StoredGrid loaded = store.load();
            assertThat(somebodyWaitsForALock()).isFalse();
            other.rollback();

            assertThat(loaded.settings()).isEmpty();
            assertThat(store.load()).as("and it never comes later").isEqualTo(loaded);
        }
    }

    private static boolean setStrategy(SqlStore store) {
        try {
            store.write(List.of(new GridEvent.SettingChanged("strategy", "fifo")));
            return true;
        } catch (StoreException e) {
            return false;
        }
    }

    private boolean somebodyWaitsForALock() throws SQLException {
        try (Connection connection = connection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT count(*) FROM pg_stat_activity WHERE"
                        + " wait_event_type = 'Lock' AND datname = current_database()")) {
            return rows.next() && rows.getInt(1) > 0;
        }
    }

    private PostgresLogin through(CuttingWire wire) {
        PostgresAddress real = login.address();
        return new PostgresLogin(
                new PostgresAddress("localhost", wire.port(), real.database(), real.user(), real.options()), null);
    }

    @Test
    void while_it_is_restarted_calls_fail_and_afterwards_it_goes_on() throws Exception {
        try (RealPostgres own = RealPostgres.start(folder("postgres"))) {
            try (SqlStore store = SqlStore.open(folder("data"), own.database())) {
                store.write(List.of(submitted(1, spec(3))));
                StoredGrid before = store.load();
                own.stop();

                assertThatThrownBy(() -> store.write(List.of(submitted(2, spec(3)))))
                        .isInstanceOf(StoreException.class);
                assertThatThrownBy(store::load).isInstanceOf(StoreException.class);
                assertThatThrownBy(() -> store.history().job(new JobId(1))).isInstanceOf(StoreException.class);
                own.restart();

                assertThat(store.load()).isEqualTo(before);
                store.write(List.of(submitted(2, spec(3))));
                assertThat(store.history().job(new JobId(2))).isPresent();
            }
        }
    }

    @Test
    void a_database_of_a_newer_version_is_left_alone() throws Exception {
        SqlStore.open(folder("data"), login).close();
        sql("UPDATE flyway_schema_history SET version = '99'");

        refused(login, "can't be opened by this version");
    }

    @Test
    void a_database_of_another_program_is_left_alone() throws Exception {
        sql("CREATE TABLE job (id INTEGER)");

        refused(login, "is not a Gleaner database");
    }

    @Test
    void a_server_that_is_not_there_and_a_database_that_is_not_there_are_named() {
        PostgresAddress here = login.address();
        refused(
                new PostgresLogin(
                        new PostgresAddress("localhost", 1, here.database(), here.user(), here.options()), null),
                "can't be opened");
        refused(
                new PostgresLogin(
                        new PostgresAddress("localhost", here.port(), "nothing", here.user(), here.options()), null),
                "can't be opened");
    }
}
