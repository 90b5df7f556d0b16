package org.gleaner.server.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import org.flywaydb.core.api.FlywayException;
import org.gleaner.core.grid.StoreException;
import org.gleaner.protocol.problem.SystemWords;
import org.gleaner.server.blob.BlobLimits;
import org.gleaner.server.disk.OwnerOnly;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/** The SQLite file: how it is opened, and whether it is one that this program may touch. */
final class SqliteFile implements Database {
    static final String SCRIPTS = "sqlite";
    static final String WITHOUT_ROWID = "WITHOUT ROWID";

    private static final int APPLICATION_ID = 0x474c4e52;
    private static final int BUSY_MILLIS = 10_000;
    private static final int CACHE_KIBIBYTES = 16 << 10;
    /** Twice as long as it gets between large changes: what one of them needed is given back to the disk. */
    private static final int LARGEST_IDLE_LOG = 8 << 20;

    /** Twice as much as the log keeps: most batches take less. */
    private static final long LARGE_WRITE = 2L * LARGEST_IDLE_LOG;

    private static final int SMALL_PART = 4;

    /** The first start may have been killed when Flyway had made its own table and nothing else. */
    private static final String FOREIGN_TABLES =
            "SELECT count(*) FROM sqlite_master WHERE tbl_name <> 'flyway_schema_history'";

    private static final String USER_VERSION = "PRAGMA user_version";
    private static final String UPGRADES = "SELECT count(*) FROM sqlite_master WHERE name = 'flyway_schema_history'";
    private static final String REACHED =
            "SELECT max(CAST(version AS INTEGER)) FROM flyway_schema_history WHERE success";

    private final Path file;
    /** What is open: the file and its log; empty before. */
    private volatile List<OpenFile> open = List.of();

    SqliteFile(Path file) {
        this.file = file;
    }

    /** Checks that the file is ours and not from a newer program, and brings it up to our version. */
    void prepare() throws StoreUnusable {
        int version;
        try {
            // A server that was killed may have left much of a transaction there.
            reclaim();
            version = Files.exists(file) ? version() : 0;
            if (version > Schema.VERSION) {
                throw Schema.tooNew(file.toString(), version);
            }
            new DirectoryMark(parent(), this).check(version);
            if (version > 0) {
                mark(version);
            }
        } catch (SQLException | IOException e) {
            throw damaged(e);
        }
        if (version > 0 && version < Schema.VERSION) {
            MigrationBackup.make(parent(), version, this);
        }
        try {
            keepForUs();
            if (version < Schema.VERSION) {
                migrate();
            }
        } catch (SQLException | FlywayException | IOException e) {
            throw version > 0 && version < Schema.VERSION ? Schema.unfinished(this, parent(), e) : damaged(e);
        }
    }

    /** Says which tables there are, if an upgrade ended before it had said so. */
    private void mark(int version) throws SQLException {
        try (Connection connection = plain();
                Statement statement = connection.createStatement()) {
            if (number(statement, USER_VERSION) < version) {
                statement.execute(USER_VERSION + " = " + version);
            }
        }
    }

    /** SQLite gives what it makes beside the file the rights of the file. */
    private void keepForUs() throws IOException {
        OwnerOnly.file(file);
        for (String end : List.of("-wal", "-shm")) {
            Path other = beside(end);
            if (Files.exists(other)) {
                OwnerOnly.file(other);
            }
        }
    }

    private Path parent() {
        Path parent = file.toAbsolutePath().getParent();
        if (parent == null) {
            throw new IllegalStateException("a database's file has no directory: " + file);
        }
        return parent;
    }

    /** The version of a file that this program may open; an exception if it is not ours, damaged or too new. */
    int checked() throws StoreUnusable {
        try {
            int version = version();
            if (version < 1) {
                throw new StoreUnusable(
                        "The file " + file + " is not a Gleaner database.", "It is empty.", "Use another backup.");
            }
            if (version > Schema.VERSION) {
                throw Schema.tooNew(file.toString(), version);
            }
            try (SqlSession session = reader()) {
                String verdict = session.first("PRAGMA quick_check(1)", row -> row.getString(1))
                        .orElse("nothing");
                if (!verdict.equals("ok")) {
                    throw new SQLException(verdict);
                }
            }
            return version;
        } catch (SQLException | StoreException e) {
            throw damaged(e);
        }
    }

    /** Brings it up to our version. */
    void migrate() throws SQLException {
        SQLiteDataSource source = new SQLiteDataSource();
        source.setUrl("jdbc:sqlite:" + file);
        Schema.migrate(source, SCRIPTS, WITHOUT_ROWID, Schema.VERSION);
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            // Lets the next start see at once that there is nothing to do. If we are killed before, it looks closer.
            statement.execute(USER_VERSION + " = " + Schema.VERSION);
        }
    }

    private Connection plain() throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setBusyTimeout(BUSY_MILLIS);
        return DriverManager.getConnection("jdbc:sqlite:" + file, config.toProperties());
    }

    /** That of the tables: whoever is killed in an upgrade leaves a mark that is older. */
    private int version() throws SQLException, StoreUnusable {
        try (Connection connection = plain();
                Statement statement = connection.createStatement()) {
            int application = number(statement, "PRAGMA application_id");
            boolean empty = number(statement, FOREIGN_TABLES) == 0;
            if (application != APPLICATION_ID && !empty) {
                throw new StoreUnusable(
                        "The file " + file + " is not a Gleaner database.",
                        "It is a database of another program.",
                        "Move it away, or start with another --data directory.");
            }
            int marked = number(statement, USER_VERSION);
            boolean upgraded = number(statement, UPGRADES) > 0;
            return upgraded ? Math.max(marked, number(statement, REACHED)) : marked;
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
                "SQLite says: " + Schema.words(cause),
                "Check free disk space and permissions. If it is damaged, restore the data directory from a backup;"
                        + " nothing was changed.",
                cause);
    }

    @Override
    public String place() {
        return String.valueOf(file.getFileName());
    }

    @Override
    public String make() {
        return "SQLite";
    }

    @Override
    public SqlSession writer() throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        config.setTempStore(SQLiteConfig.TempStore.MEMORY);
        config.setBusyTimeout(BUSY_MILLIS);
        config.setCacheSize(-CACHE_KIBIBYTES);
        config.setJournalSizeLimit(LARGEST_IDLE_LOG);
        if (open.isEmpty()) {
            return known(open(config));
        }
        // The log may be another one by now, if nobody had the file open for a moment; the file may not.
        if (!open.get(0).isThere()) {
            throw new SQLException("the file " + file + " is gone");
        }
        return known(open(config));
    }

    /** Notes which files are open, so that others are told from them. */
    private SqlSession known(SqlSession session) throws SQLException {
        boolean well = false;
        try {
            // The log is made when somebody reads for the first time.
            session.exists("SELECT 1 FROM counter");
            session.rollback();
            open = List.of(OpenFile.of(file), OpenFile.of(beside("-wal")), OpenFile.of(beside("-shm")));
            well = true;
            return session;
        } catch (IOException | StoreException e) {
            throw new SQLException(e.getMessage(), e);
        } finally {
            if (!well) {
                session.close();
            }
        }
    }

    private Path beside(String end) {
        return file.resolveSibling(file.getFileName() + end);
    }

    @Override
    public void checkThere() throws StoreException {
        for (OpenFile one : open) {
            if (!one.isThere()) {
                throw new StoreException(
                        "its file " + one.path().getFileName() + " was moved, deleted or replaced while it is in use",
                        "put back that very file and the server goes on; if it is deleted, stop the server and"
                                + " restore a backup");
            }
        }
    }

    @Override
    public void reclaim() throws IOException {
        // Of another file it is not ours to cut.
        if (open.stream().allMatch(OpenFile::isThere)) {
            new SqliteLog(file).cut();
        }
    }

    /** Asked by writing: a disk that the system stopped to write to after an error need not say so otherwise. */
    @Override
    public Optional<StoreException> hindrance() {
        Path probe = beside("-probe");
        try {
            Files.deleteIfExists(probe);
            OwnerOnly.file(probe);
            Files.delete(probe);
            return Optional.empty();
        } catch (IOException refused) {
            return Optional.of(new StoreException(
                    "its database can't be written: " + SystemWords.withoutPlaces(refused),
                    "see the system's log for the cause, and make its disk writable again"));
        }
    }

    @Override
    public boolean hasRoom() {
        try {
            return isRoomy(free(), Files.getFileStore(parent()).getTotalSpace());
        } catch (IOException unknown) {
            return false;
        }
    }

    /** On a disk that is small itself, a quarter of it is plenty. */
    static boolean isRoomy(long free, long total) {
        return free >= Math.min(BlobLimits.DEFAULT.reserve(), Math.max(LARGE_WRITE, total / SMALL_PART));
    }

    @Override
    public long free() {
        try {
            // The file itself may be gone, and that of a file that is gone is nothing.
            return Files.getFileStore(parent()).getUsableSpace();
        } catch (IOException unknown) {
            return Long.MAX_VALUE;
        }
    }

    @Override
    public SqlSession reader() throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setReadOnly(true);
        config.setBusyTimeout(BUSY_MILLIS);
        return open(config);
    }

    @Override
    public long bytes(SqlSession session) throws StoreException {
        return session.first(
                        "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
                        row -> row.getLong(1))
                .orElse(0L);
    }

    @Override
    public long spare(SqlSession session) throws StoreException {
        return session.first(
                        "SELECT freelist_count * page_size FROM pragma_freelist_count(), pragma_page_size()",
                        row -> row.getLong(1))
                .orElse(0L);
    }

    @Override
    public void copyTo(Path target) throws SQLException {
        try (Connection connection = plain();
                PreparedStatement copy = connection.prepareStatement("VACUUM INTO ?")) {
            copy.setString(1, target.toString());
            copy.execute();
        }
    }

    private SqlSession open(SQLiteConfig config) throws SQLException {
        // Else the driver asks for the last row id after every insert, which costs as much as the insert.
        config.setGetGeneratedKeys(false);
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file, config.toProperties());
        try {
            return new SqlSession(connection);
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
