package org.gleaner.server.store;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.flywaydb.core.api.FlywayException;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.Store;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredGrid;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.ClosedJob;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.observer.StayWeek;
import org.gleaner.core.store.AttemptQuery;
import org.gleaner.core.store.BlobUse;
import org.gleaner.core.store.Failures;
import org.gleaner.core.store.FinishedTask;
import org.gleaner.core.store.History;
import org.gleaner.core.store.PastStay;
import org.gleaner.core.store.Projection;
import org.jspecify.annotations.Nullable;

/**
 * The store in a database: one connection that writes and a few that read. After a write that failed, for whatever
 * reason, the transaction is rolled back or the connection replaced, so that the next call finds the database as it is
 * and goes on. {@link Store}'s part is confined to the loop; {@link History}'s part is thread-safe.
 */
public final class SqlStore implements Store, History, Snapshots, AutoCloseable {
    static final String FILE = "gleaner.db";

    private final DirectoryLock lock;
    private final Database database;
    private final Readers readers;
    private final EntryCache entries = new EntryCache();
    private final SqlHistory history;
    private @Nullable Writer writer;

    /** The connection that writes, and the rows of its running transaction. */
    private static final class Writer {
        private final Session session;
        private final SqlTables tables;
        private final Projection projection;

        Writer(Session session) {
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
        this.history = new SqlHistory(readers, entries);
    }

    /** How the connection that writes is opened first, after the tables are what this program expects. */
    private interface Opening {
        Session open() throws SQLException, StoreUnusable;
    }

    /** Opens the SQLite database in this directory, or makes it; nobody else can until it is closed. */
    public static SqlStore open(Path directory) throws StoreUnusable {
        SqliteFile file = new SqliteFile(directory.resolve(FILE));
        return open(directory, file, () -> {
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

    private static SqlStore open(Path directory, Database database, Opening opening) throws StoreUnusable {
        DirectoryLock lock = DirectoryLock.take(directory);
        boolean opened = false;
        try {
            SqlStore store = new SqlStore(lock, database, new Writer(opening.open()));
            // A reader that stays open keeps the log's index in place, so that a full disk can't keep us from reading.
            store.readers.read(session -> session.exists("SELECT 1 FROM counter"));
            opened = true;
            return store;
        } catch (SQLException | StoreException e) {
            throw new StoreUnusable(
                    "The database " + database + " can't be opened.",
                    database.make() + " says: " + e.getMessage(),
                    "Check the disk's space and rights. If the file is damaged, restore the data directory from a"
                            + " backup; nothing was changed.",
                    e);
        } finally {
            if (!opened) {
                release(lock);
            }
        }
    }

    private static void release(DirectoryLock lock) {
        try {
            lock.close();
        } catch (IOException e) {
            // The system releases it when the process ends, and no work depends on it before.
            return;
        }
    }

    @Override
    public void write(List<GridEvent.Hard> events) throws StoreException {
        if (events.isEmpty()) {
            return;
        }
        Writer current = writer();
        boolean committed = false;
        try {
            current.projection.project(events);
            current.tables.flush();
            current.session.commit();
            committed = true;
        } catch (SQLException e) {
            throw new StoreException("the database could not commit: " + e.getMessage(), e);
        } finally {
            if (!committed) {
                giveUp(current);
                if (!current.session.isAlive()) {
                    replace(current);
                }
            }
        }
        if (events.stream().anyMatch(SqlStore::changesEntries)) {
            entries.clear();
        }
    }

    private static boolean changesEntries(GridEvent.Hard event) {
        return event instanceof GridEvent.FilesRefreshed
                || event instanceof GridEvent.JobDeleted
                || event instanceof GridEvent.JobRetired;
    }

    /** Leaves the failed transaction; a connection that can't even do that is replaced at the next call. */
    private void giveUp(Writer failed) {
        failed.tables.discard();
        try {
            failed.session.rollback();
        } catch (SQLException e) {
            replace(failed);
        }
    }

    private void replace(Writer failed) {
        writer = null;
        try {
            failed.session.close();
        } catch (SQLException e) {
            // Whatever became of its transaction, the next connection finds out.
            return;
        }
    }

    private Writer writer() throws StoreException {
        Writer known = writer;
        if (known == null) {
            try {
                known = new Writer(database.writer());
            } catch (SQLException e) {
                throw new StoreException("the database " + database + " can't be opened again: " + e.getMessage(), e);
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
        } catch (SQLException e) {
            replace(current);
            throw new StoreException("the database could not be read: " + e.getMessage(), e);
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new StoreException("the database could not be read: " + e.getMessage(), e);
        } finally {
            // Ends the snapshot that reading has opened.
            giveUp(current);
        }
    }

    @Override
    public Optional<StoredJob> job(JobId job) throws StoreException {
        return history.job(job);
    }

    @Override
    public Optional<StoredJob> outline(JobId job) throws StoreException {
        return history.outline(job);
    }

    @Override
    public Optional<Owner> owner(JobId job) throws StoreException {
        return history.owner(job);
    }

    @Override
    public List<JobSummary> closedJobs(Caller caller, Selector selector, int limit) throws StoreException {
        return history.closedJobs(caller, selector, limit);
    }

    @Override
    public Optional<JobId> lastJob(Owner owner) throws StoreException {
        return history.lastJob(owner);
    }

    @Override
    public Failures failures(JobId job, int limit) throws StoreException {
        return history.failures(job, limit);
    }

    @Override
    public List<AttemptQuery.Past> past(AttemptQuery query) throws StoreException {
        return history.past(query);
    }

    @Override
    public List<AttemptRow> attempts(JobId job, Ordinals ordinals, int limit) throws StoreException {
        return history.attempts(job, ordinals, limit);
    }

    @Override
    public List<PartialRow> partials(JobId job, Ordinals ordinals, int limit) throws StoreException {
        return history.partials(job, ordinals, limit);
    }

    @Override
    public Optional<Entry> entry(JobId job, int ordinal) throws StoreException {
        return history.entry(job, ordinal);
    }

    @Override
    public boolean ownerUses(Owner owner, BlobHash hash) throws StoreException {
        return history.ownerUses(owner, hash);
    }

    @Override
    public boolean nodeNeeds(NodeId node, BlobHash hash) throws StoreException {
        return history.nodeNeeds(node, hash);
    }

    @Override
    public List<ClosedJob> closedBefore(Instant before, boolean withFiles, int limit) throws StoreException {
        return history.closedBefore(before, withFiles, limit);
    }

    @Override
    public Optional<Instant> retired(JobId job) throws StoreException {
        return history.retired(job);
    }

    @Override
    public List<PastStay> stays(Instant since, int limit) throws StoreException {
        return history.stays(since, limit);
    }

    @Override
    public List<StayWeek> stayWeeks(NodeId node, int limit) throws StoreException {
        return history.stayWeeks(node, limit);
    }

    @Override
    public List<FinishedTask> finished(Instant since, int limit) throws StoreException {
        return history.finished(since, limit);
    }

    @Override
    public List<BlobHash> unused(List<BlobHash> blobs) throws StoreException {
        return history.unused(blobs);
    }

    @Override
    public List<BlobUse> use() throws StoreException {
        return history.use();
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
    public void copyTo(Path target) throws StoreException {
        try {
            database.copyTo(target);
        } catch (SQLException | FlywayException e) {
            throw new StoreException("the database could not be copied: " + e.getMessage(), e);
        }
    }

    /** Ends the last reads and gives the directory free. To be called when the loop has ended. */
    @Override
    public void close() {
        readers.close();
        Writer current = writer;
        if (current != null) {
            giveUp(current);
            try {
                current.session.close();
            } catch (SQLException e) {
                // All that was acknowledged is on disk already.
                writer = null;
            }
        }
        release(lock);
    }
}
