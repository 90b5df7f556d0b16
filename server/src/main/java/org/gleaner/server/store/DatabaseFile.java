package org.gleaner.server.store;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.sqlite.SQLiteConfig;

/** The SQLite file: how it is opened, and whether it is one that this program may touch. */
final class DatabaseFile {
    /** The version that the youngest script in {@code db/migration} sets. */
    static final int SCHEMA_VERSION = 1;

    private static final int APPLICATION_ID = 0x474c4e52;
    private static final int BUSY_MILLIS = 10_000;
    private static final int CACHE_KIBIBYTES = 16 << 10;
    private static final int LARGEST_IDLE_LOG = 64 << 20;

    /** The first start may have been killed when Flyway had made its own table and nothing else. */
    private static final String FOREIGN_TABLES =
            "SELECT count(*) FROM sqlite_master WHERE tbl_name <> 'flyway_schema_history'";

    private final Path file;

    DatabaseFile(Path file) {
        this.file = file;
    }

    /** Checks that the file is ours and not from a newer program, and brings it up to our version. */
    void prepare() throws StoreUnusable {
        try {
            int version = Files.exists(file) ? version() : 0;
            if (version > SCHEMA_VERSION) {
                throw new StoreUnusable(
                        "The database " + file + " can't be opened by this version of Gleaner.",
                        "It has schema version " + version + "; this program knows versions up to " + SCHEMA_VERSION
                                + ".",
                        "Start the newer program again, or start this one with another --data directory.");
            }
            if (version < SCHEMA_VERSION) {
                // Flyway takes a good part of a second, so it runs only when there is something to do.
                Flyway.configure()
                        .dataSource("jdbc:sqlite:" + file, "", "")
                        .locations("classpath:db/migration")
                        .loggers("slf4j")
                        .load()
                        .migrate();
            }
        } catch (SQLException | FlywayException e) {
            throw damaged(e);
        }
    }

    private int version() throws SQLException, StoreUnusable {
        SQLiteConfig config = new SQLiteConfig();
        config.setBusyTimeout(BUSY_MILLIS);
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file, config.toProperties());
                Statement statement = connection.createStatement()) {
            int application = number(statement, "PRAGMA application_id");
            boolean empty = number(statement, FOREIGN_TABLES) == 0;
            if (application != APPLICATION_ID && !empty) {
                throw new StoreUnusable(
                        "The file " + file + " is not a Gleaner database.",
                        "It is a database of another program.",
                        "Move it away, or start with another --data directory.");
            }
            return number(statement, "PRAGMA user_version");
        }
    }

    private static int number(Statement statement, String sql) throws SQLException {
        try (ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? rows.getInt(1) : 0;
        }
    }

    private StoreUnusable damaged(Exception cause) {
        return new StoreUnusable(
                "The database " + file + " can't be opened.",
                "SQLite says: " + cause.getMessage(),
                "Check the disk's space and rights. If the file is damaged, restore the data directory from a backup;"
                        + " nothing was changed.",
                cause);
    }

    /** The one connection that changes anything. A commit is on disk when it returns. */
    Session writer() throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        config.setTempStore(SQLiteConfig.TempStore.MEMORY);
        config.setBusyTimeout(BUSY_MILLIS);
        config.setCacheSize(-CACHE_KIBIBYTES);
        config.setJournalSizeLimit(LARGEST_IDLE_LOG);
        return open(config);
    }

    /** A connection that sees what is committed and changes nothing. */
    Session reader() throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setReadOnly(true);
        config.setBusyTimeout(BUSY_MILLIS);
        return open(config);
    }

    private Session open(SQLiteConfig config) throws SQLException {
        // Else the driver asks for the last row id after every insert, which costs as much as the insert.
        config.setGetGeneratedKeys(false);
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file, config.toProperties());
        try {
            return new Session(connection);
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
