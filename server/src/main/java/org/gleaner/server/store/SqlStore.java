package org.gleaner.server.store;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.flywaydb.core.api.FlywayException;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Store;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredGrid;
import org.gleaner.core.id.JobId;
import org.gleaner.core.store.History;
import org.gleaner.core.store.Projection;
import org.gleaner.protocol.problem.SystemWords;
import org.gleaner.server.blob.BlobStore;
import org.gleaner.server.forecast.ForecastShelf;
import org.gleaner.server.forecast.KeptForecast;
import org.jspecify.annotations.Nullable;

/**
 * The store in a database: one connection that writes and a few that read. After a write that failed, for whatever
 * reason, the transaction is rolled back or the connection replaced, so that the next call finds the database as it is
 * and goes on. {@link Store}'s part is confined to the loop; {@link #history} and {@link Snapshots}' part are
 * thread-safe.
 */
public final class SqlStore implements Store, Snapshots, AutoCloseable {
    static final String FILE = "gleaner.db";

    /** Says what is so already, but has to be written all the same. */
    private static final String SAME = "UPDATE counter SET next = next WHERE name = 'job'";

    /** Somebody who frees this much of a full disk has made room; files that come and go by themselves are smaller. */
    private static final long MADE_ROOM = 4L << 20;

    private final DirectoryLock lock;
    private final Database database;
    private final Readers readers;
    private final SqlHistory.Recent recent = new SqlHistory.Recent();
    private final SqlHistory history;
    private final SqlForecasts forecasts;
    private @Nullable Writer writer;

    /** After a write that failed the next one is about the grid alone, which must not fail because of forecasts. */
    private boolean failed;

    /** What was free when the last write failed and had given back what it took: that much is not enough. */
    private long scarce = Long.MAX_VALUE;

    /** The connection that writes, and the rows of its running transaction. */
    private static final class Writer {
        private final SqlSession session;
        private final SqlTables tables;
        private final Projection projection;

        Writer(SqlSession session) {
            this.session = session;
            this.tables = new SqlTables(session);
            this.projection = new Projection(tables);
        }
    }

    private SqlStore(DirectoryLock lock, Database database, Writer writer) {
        this.lock = lock;
        this.database = database;
        this.writer = writer;
        this.readers = new Readers(database);
        this.history = new SqlHistory(readers, recent);
        this.forecasts = new SqlForecasts(readers);
    }

    /** How the connection that writes is opened first, after the tables are what this program expects. */
    interface Opening {
        SqlSession open() throws SQLException, IOException, StoreUnusable;
    }

    /** Opens the SQLite database in this directory, or makes it; nobody else can until it is closed. */
    public static SqlStore open(Path directory) throws StoreUnusable {
        SqliteFile file = new SqliteFile(directory.resolve(FILE));
        return open(directory, file, () -> {
            NativeLibrary.unpack(directory);
            file.prepare();
            return file.writer();
        });
    }

    /**
     * Opens a database on a PostgreSQL server, or fills an empty one; nobody else can use it, nor the directory, until
     * it is closed.
     *
     * @param login null takes the SQLite database in the directory
     */
    public static SqlStore open(Path directory, @Nullable PostgresLogin login) throws StoreUnusable {
        if (login == null) {
            return open(directory);
        }
        PostgresDatabase database = new PostgresDatabase(login);
        return open(directory, database, () -> database.prepare(directory));
    }

    static SqlStore open(Path directory, Database database, Opening opening) throws StoreUnusable {
        DirectoryLock lock = DirectoryLock.take(directory);
        SqlSession session = null;
        boolean opened = false;
        try {
            session = opening.open();
            new DirectoryMark(directory, database).settle(session);
            EarlierJobs.bound(session);
            SqlStore store = new SqlStore(lock, database, new Writer(session));
            // A reader that stays open keeps the log's index in place, so that a full disk can't keep us from reading.
            store.readers.read(reader -> reader.exists("SELECT 1 FROM counter"));
            opened = true;
            return store;
        } catch (IOException e) {
            throw new StoreUnusable(
                    "The data directory " + directory + " can't be used.",
                    "The system says: " + SystemWords.of(e, directory) + ".",
                    "Check the free disk space and the directory's permissions, then start again.",
                    e);
        } catch (SQLException | StoreException e) {
            throw new StoreUnusable(
                    "The database " + database + " can't be opened.",
                    database.make() + " says: " + e.getMessage(),
                    "Check free disk space and permissions. If the file is damaged, restore the data directory from a"
                            + " backup; nothing was changed.",
                    e);
        } finally {
            if (!opened) {
                release(lock, session);
            }
        }
    }

    /**
     * Refuses a directory without a folder for the files that its jobs name: in one that is made anew all would look
     * lost, and tasks fail for it.
     */
    public void checkFiles(Path directory) throws StoreUnusable {
        if (!BlobStore.isIn(directory) && namesFiles()) {
            throw new StoreUnusable(
                    "The data directory " + directory + " has no folder 'blobs'.",
                    "Its jobs have files there, and would fail without them.",
                    "Put the folder back, mount its disk, or restore a backup; to do without these files, make an"
                            + " empty one.");
        }
    }

    private boolean namesFiles() throws StoreUnusable {
        try {
            return readers.read(session -> session.exists("SELECT 1 FROM blob_ref"));
        } catch (StoreException e) {
            throw new StoreUnusable(
                    "The database " + database + " can't be read.",
                    database.make() + " says: " + e.getMessage(),
                    "Check the disk and the database, then start the server again.",
                    e);
        }
    }

    private static void release(DirectoryLock lock, @Nullable SqlSession session) {
        try (lock) {
            if (session != null) {
                session.close();
            }
        } catch (IOException e) {
            // The system releases them when the process ends, and no work depends on it before.
            return;
        }
    }

    @Override
    public void tryWrite() throws StoreException {
        commit(current -> current.session.update(SAME));
    }

    @Override
    public void checkThere() throws StoreException {
        database.checkThere();
    }

    @Override
    public boolean hasRoom() {
        return database.free() - scarce >= MADE_ROOM || database.hasRoom();
    }

    @Override
    public void write(List<GridEvent.Hard> events) throws StoreException {
        if (events.isEmpty()) {
            return;
        }
        var beside = failed ? Collections.<SqlForecasts.Key, Optional<KeptForecast>>emptyMap() : forecasts.next();
        Set<JobId> changed = failed ? Collections.emptySet() : changed(events);
        try {
            commit(current -> {
                current.projection.project(events);
                current.tables.flush();
                SqlForecasts.write(current.session, beside, changed);
            });
            forecasts.written(beside, changed);
        } finally {
            // Also when the commit failed: it may have been done, and only its answer was lost.
            if (events.stream().anyMatch(SqlStore::changesEntries)) {
                recent.clear();
            }
        }
    }

    /** Jobs that are not any more what forecasts were about: these go at once, as a kill would bring them back. */
    private static Set<JobId> changed(List<GridEvent.Hard> events) {
        Set<JobId> changed = new LinkedHashSet<>();
        events.forEach(event -> ForecastShelf.changed(event).ifPresent(changed::add));
        return changed;
    }

    /** What is written in one transaction. */
    private interface Change {
        void write(Writer current) throws StoreException;
    }

    private void commit(Change change) throws StoreException {
        Writer current = writer();
        boolean committed = false;
        try {
            change.write(current);
            current.session.commit();
            // Into a file that nobody will find again it was not written.
            database.checkThere();
            committed = true;
        } catch (StoreException e) {
            throw told(e);
        } finally {
            failed = !committed;
            if (!committed) {
                abandon(current);
            }
        }
    }

    /** With what keeps the disk from being written, if that is it. */
    private StoreException told(StoreException failure) {
        return failure.isFull() || failure.advice().isPresent()
                ? failure
                : database.hindrance().orElse(failure);
    }

    private static boolean changesEntries(GridEvent.Hard event) {
        return event instanceof GridEvent.FilesRefreshed
                || event instanceof GridEvent.JobDeleted
                || event instanceof GridEvent.JobRetired;
    }

    private void abandon(Writer failed) {
        giveUp(failed);
        if (!failed.session.isAlive()) {
            replace(failed);
        }
        reclaim();
        scarce = database.free();
    }

    /** Leaves the failed transaction; a connection that can't even do that is replaced at the next call. */
    private void giveUp(Writer failed) {
        failed.tables.discard();
        try {
            failed.session.rollback();
        } catch (StoreException e) {
            replace(failed);
        }
    }

    private void reclaim() {
        try {
            database.reclaim();
        } catch (IOException e) {
            // Then its disk stays as full as it is, until the next call or start has more luck.
            return;
        }
    }

    /** Whatever became of its transaction, the next connection finds out. */
    private void replace(Writer failed) {
        writer = null;
        failed.session.close();
    }

    private Writer writer() throws StoreException {
        database.checkThere();
        Writer known = writer;
        if (known == null) {
            try {
                known = new Writer(database.writer());
                // What the lost connection left in doubt is settled only now, and pages were read meanwhile.
                recent.clear();
            } catch (SQLException e) {
                throw told(new StoreException(
                        "the database " + database + " can't be opened again: " + e.getMessage(), e));
            }
            writer = known;
        }
        return known;
    }

    @Override
    public StoredGrid load() throws StoreException {
        Writer current = writer();
        try {
            return new GridReader(current.session).read();
        } catch (StoreException e) {
            replace(current);
            throw e;
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new StoreException("the database could not be read: " + e.getMessage(), e);
        } finally {
            // Ends the snapshot that reading has opened.
            giveUp(current);
        }
    }

    /** What was ever done, read beside the loop. Thread-safe. */
    public History history() {
        return history;
    }

    /** Where forecasts lie. Thread-safe. */
    public ForecastShelf forecasts() {
        return forecasts;
    }

    @Override
    public String kind() {
        return database.make().toLowerCase(Locale.ROOT);
    }

    @Override
    public long bytes() throws StoreException {
        return readers.read(database::bytes);
    }

    @Override
    public long spare() throws StoreException {
        return readers.read(database::spare);
    }

    @Override
    public long free() {
        return database.free();
    }

    @Override
    public void copyTo(Path target) throws StoreException {
        database.checkThere();
        try {
            database.copyTo(target);
        } catch (SQLException e) {
            throw SqlSession.trouble("the database could not be copied", e);
        } catch (FlywayException e) {
            throw new StoreException("the database could not be copied: " + e.getMessage(), e);
        }
    }

    /** Those that wait for a transaction of the grid; there will be none. */
    private void saveForecasts() {
        try {
            for (var some = forecasts.next(); !some.isEmpty() && !failed; some = forecasts.next()) {
                var written = some;
                commit(current -> SqlForecasts.write(current.session, written, Collections.emptySet()));
                forecasts.written(written, Collections.emptySet());
            }
        } catch (StoreException e) {
            // They are lost then, and nothing else is.
            return;
        }
    }

    /** Ends the last reads and gives the directory free. To be called when the loop has ended. */
    @Override
    public void close() {
        readers.close();
        saveForecasts();
        Writer current = writer;
        if (current != null) {
            giveUp(current);
            current.session.close();
        }
        release(lock, null);
    }
}
