package org.gleaner.server.store;

import java.sql.SQLException;
import java.time.DateTimeException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.gleaner.core.store.StoreException;

/** A few read-only connections, opened as they are needed. Thread-safe. */
final class Readers implements AutoCloseable {
    /** A question to the database. */
    interface Question<T> {
        T ask(Session session) throws SQLException, StoreException;
    }

    private static final int MOST = 4;
    private static final int PATIENCE_SECONDS = 30;

    private final Database database;
    private final Semaphore permits = new Semaphore(MOST, true);
    private final Deque<Session> idle = new ArrayDeque<>();
    private boolean closed;

    Readers(Database database) {
        this.database = database;
    }

    /** Asks in a snapshot of its own: however many statements it takes, they all see the same commit. */
    <T> T read(Question<T> question) throws StoreException {
        acquire();
        Session session = null;
        try {
            session = take();
            T answer = question.ask(session);
            session.rollback();
            giveBack(session);
            session = null;
            return answer;
        } catch (SQLException | IllegalArgumentException | DateTimeException e) {
            throw new StoreException("the database could not be read: " + e.getMessage(), e);
        } finally {
            if (session != null) {
                drop(session);
            }
            permits.release();
        }
    }

    private void acquire() throws StoreException {
        try {
            if (!permits.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new StoreException("the database is busy with other questions");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException("interrupted while waiting for the database", e);
        }
    }

    private Session take() throws SQLException, StoreException {
        synchronized (idle) {
            if (closed) {
                throw new StoreException("the store is closed");
            }
            Session known = idle.poll();
            if (known != null) {
                return known;
            }
        }
        return database.reader();
    }

    private void giveBack(Session session) {
        synchronized (idle) {
            if (!closed) {
                idle.push(session);
                return;
            }
        }
        drop(session);
    }

    private static void drop(Session session) {
        try {
            session.close();
        } catch (SQLException e) {
            // It only read, so nothing is lost with it.
            return;
        }
    }

    @Override
    public void close() {
        synchronized (idle) {
            closed = true;
            idle.forEach(Readers::drop);
            idle.clear();
        }
    }
}
