package org.gleaner.server.store;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.flywaydb.core.api.FlywayException;
import org.gleaner.core.grid.StoreException;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A database on a PostgreSQL server. The connection that writes holds a lock of that server's as long as it lives, so a
 * second Gleaner is refused, and a connection that follows a lost one starts only when PostgreSQL has ended the lost
 * one's transaction: what it left behind is then committed or gone, and never appears later.
 */
final class PostgresDatabase implements Database {
    static final String SCRIPTS = "postgresql";

    /** 4 MB that can't be compressed, in a table that nobody else sees. */
    private static final String FILL = "CREATE TABLE room_that_is_left AS SELECT gen_random_uuid() AS a,"
            + " gen_random_uuid() AS b FROM generate_series(1, 65000)";

    private static final long LOCK = 0x474c4e52L;
    private static final int CONNECT_SECONDS = 30;
    /** For who reads the past: nobody waits for it, and at the lowest priority a login may take minutes. */
    static final int UNHURRIED_SECONDS = 300;

    /** A fetch or a commit that takes longer is given up; without it a server that vanished would stop us for ever. */
    private static final int ANSWER_SECONDS = 60;

    private static final long LOCK_PATIENCE_MILLIS = 5_000;
    private static final long LOCK_PAUSE_MILLIS = 50;

    /** Makes PostgreSQL notice within about a minute that our machine is gone, and give the lock free. */
    private static final String KEEP_ALIVE =
            "-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3";

    private static final String TRY_LOCK = "SELECT pg_try_advisory_lock(" + LOCK + ")";
    private static final String END_FORMER =
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = ? AND backend_start = ?::timestamptz";
    private static final String WHO_AM_I =
            "SELECT pid, backend_start::text FROM pg_stat_activity WHERE pid = pg_backend_pid()";
    /** A site may prefer speed; what we have acknowledged must be durable. */
    private static final String DURABLE = "SELECT set_config('synchronous_commit', 'on', false)"
            + " WHERE current_setting('synchronous_commit') = 'off'";

    private static final String VERSION = "SELECT max(version::integer) FROM flyway_schema_history WHERE success";
    private static final String FOREIGN_TABLES = "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()";

    /** A process of the PostgreSQL server; numbers are used again, so its start belongs to it. */
    private record Backend(int pid, String start) {}

    private final PostgresAddress address;
    private final PGSimpleDataSource source;
    private @Nullable Backend former;

    PostgresDatabase(PostgresLogin login) {
        this(login, CONNECT_SECONDS);
    }

    /** @param patience seconds for a connection to come about */
    PostgresDatabase(PostgresLogin login, int patience) {
        this.address = login.address();
        this.source = new PGSimpleDataSource();
        source.setServerNames(new String[] {address.host()});
        source.setPortNumbers(new int[] {address.port()});
        source.setDatabaseName(address.database());
        source.setUser(address.user());
        source.setApplicationName("gleaner");
        source.setConnectTimeout(patience);
        source.setLoginTimeout(patience);
        source.setTcpKeepAlive(true);
        source.setReWriteBatchedInserts(true);
        source.setOptions(KEEP_ALIVE);
        String password = login.password();
        if (password != null) {
            source.setPassword(password);
        }
        address.options().forEach(this::set);
    }

    private void set(String name, String value) {
        try {
            source.setProperty(name, value);
        } catch (SQLException e) {
            throw new IllegalArgumentException("its option '" + name + "' can't have the value '" + value + "'", e);
        }
    }

    /**
     * Takes the lock, brings the tables up to our version, and returns the connection that writes.
     *
     * @param data where a copy is kept of what is brought up to date
     */
    SqlSession prepare(Path data) throws StoreUnusable, IOException {
        Connection connection = null;
        boolean ready = false;
        try {
            connection = connect();
            if (!locked(connection)) {
                throw new StoreUnusable(
                        "The database " + address + " is in use.",
                        "Another Gleaner server is using it, and two would damage each other's work.",
                        "Stop the other server, or start this one with another --db.");
            }
            int version = version(connection);
            if (version > Schema.VERSION) {
                throw Schema.tooNew(address.toString(), version);
            }
            new DirectoryMark(data, this).check(version);
            if (version < Schema.VERSION) {
                upgrade(version, data);
            }
            SqlSession session = writing(connection);
            ready = true;
            return session;
        } catch (SQLException e) {
            throw unusable(e);
        } finally {
            if (!ready && connection != null) {
                drop(connection);
            }
        }
    }

    private void upgrade(int version, Path data) throws StoreUnusable {
        if (version > 0) {
            MigrationBackup.make(data, version, this);
        }
        try {
            Schema.migrate(source, SCRIPTS, "", Schema.VERSION);
        } catch (FlywayException e) {
            throw version > 0 ? Schema.unfinished(this, data, e) : unusable(e);
        }
    }

    private StoreUnusable unusable(Exception e) {
        return new StoreUnusable(
                "The database " + address + " can't be opened.",
                "PostgreSQL says: " + Schema.words(e),
                "Check that it runs, the address of --db, the user's rights, and the password"
                        + " (--db-password-file, PGPASSWORD or PGPASSFILE).",
                e);
    }

    /** Fills an empty database with the rows of a SQLite file of this version. */
    void fill(Path from, int version) throws StoreUnusable {
        try (Connection connection = connect();
                Connection rows = DriverManager.getConnection("jdbc:sqlite:" + from)) {
            if (!locked(connection) || version(connection) > 0) {
                throw new StoreUnusable(
                        "The database " + address + " is not empty.",
                        "A backup is restored only where nothing can be overwritten.",
                        "Make an empty database (createdb), or name an empty schema (?currentSchema=NAME).");
            }
            Schema.migrate(source, SCRIPTS, "", version);
            TableCopy.copy(rows, source);
        } catch (SQLException | FlywayException e) {
            throw unusable(e);
        }
    }

    private Connection connect() throws SQLException {
        Connection connection = source.getConnection();
        try {
            connection.setNetworkTimeout(Runnable::run, (int) TimeUnit.SECONDS.toMillis(ANSWER_SECONDS));
            return connection;
        } catch (SQLException e) {
            drop(connection);
            throw e;
        }
    }

    /** Waits a little: the lock of a process that was just killed is free when PostgreSQL has noticed. */
    private boolean locked(Connection connection) throws SQLException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LOCK_PATIENCE_MILLIS);
        while (!truth(connection, TRY_LOCK)) {
            if (System.nanoTime() > deadline || Thread.currentThread().isInterrupted()) {
                return false;
            }
            endFormer(connection);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(LOCK_PAUSE_MILLIS));
        }
        return true;
    }

    /** Ends what is left of our own last connection, which nobody listens to any more. */
    private void endFormer(Connection connection) throws SQLException {
        Backend known = former;
        if (known != null) {
            try (PreparedStatement end = connection.prepareStatement(END_FORMER)) {
                end.setInt(1, known.pid());
                end.setString(2, known.start());
                end.execute();
            }
        }
    }

    private static boolean truth(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() && rows.getBoolean(1);
        }
    }

    private int version(Connection connection) throws SQLException, StoreUnusable {
        if (truth(connection, "SELECT to_regclass('flyway_schema_history') IS NOT NULL")) {
            return number(connection, VERSION);
        }
        if (number(connection, FOREIGN_TABLES) > 0) {
            throw new StoreUnusable(
                    "The database " + address + " is not a Gleaner database.",
                    "It has tables of another program.",
                    "Make an empty database for Gleaner (createdb), or name an empty schema (?currentSchema=NAME).");
        }
        return 0;
    }

    private static int number(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? rows.getInt(1) : 0;
        }
    }

    private SqlSession writing(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(DURABLE);
            try (ResultSet rows = statement.executeQuery(WHO_AM_I)) {
                if (rows.next()) {
                    former = new Backend(rows.getInt(1), rows.getString(2));
                }
            }
        }
        return new SqlSession(connection);
    }

    @Override
    public String place() {
        String schema = address.options().get("currentSchema");
        return schema == null ? address.toString() : address + "?currentSchema=" + schema;
    }

    @Override
    public String make() {
        return "PostgreSQL";
    }

    @Override
    public SqlSession writer() throws SQLException {
        Connection connection = connect();
        boolean ready = false;
        try {
            if (!locked(connection)) {
                throw new SQLException("another Gleaner server has taken the database");
            }
            SqlSession session = writing(connection);
            ready = true;
            return session;
        } finally {
            if (!ready) {
                drop(connection);
            }
        }
    }

    @Override
    public SqlSession reader() throws SQLException {
        Connection connection = connect();
        try {
            connection.setReadOnly(true);
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            return new SqlSession(connection);
        } catch (SQLException e) {
            drop(connection);
            throw e;
        }
    }

    /** Nobody here knows how much is free there, so a few megabytes are written and taken back. */
    @Override
    public boolean hasRoom() {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute(FILL);
            connection.rollback();
            return true;
        } catch (SQLException full) {
            return false;
        }
    }

    /** It may be on another disk than our files, and cleans up by itself. */
    @Override
    public long spare(SqlSession session) {
        return 0;
    }

    @Override
    public long bytes(SqlSession session) throws StoreException {
        return session.first("SELECT pg_database_size(current_database())", row -> row.getLong(1))
                .orElse(0L);
    }

    @Override
    public void copyTo(Path target) throws SQLException {
        try (Connection from = connect()) {
            from.setReadOnly(true);
            from.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            from.setAutoCommit(false);
            TableCopy.toSqlite(from, number(from, VERSION), target);
        }
    }

    private static void drop(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            // It holds nothing of value.
            return;
        }
    }

    @Override
    public String toString() {
        return address.toString();
    }
}
