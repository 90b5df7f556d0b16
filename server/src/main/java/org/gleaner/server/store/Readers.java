package org.gleaner.server.store;

import java.sql.SQLException;
import java.time.DateTimeException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.gleaner.core.grid.StoreException;
import org.jspecify.annotations.Nullable;

/** A few read-only connections, opened as they are needed. Thread-safe. */
final class Readers implements AutoCloseable {
    /** A question to the database. */
    interface Question<T> {
        T ask(SqlSession session) throws StoreException;
    }

    private static final int MOST = 4;
    private static final int PATIENCE_SECONDS = 30;

    private final Database database;
    private final Semaphore permits = new Semaphore(MOST, true);
    private final Deque<SqlSession> idle = new ArrayDeque<>();
    private boolean closed;

    Readers(Database database) {
        this.database = database;
    }

    /** Asks in a snapshot of its own: however many statements it takes, they all see the same commit. */
    <T> T read(Question<T> question) throws StoreException {
        database.checkThere();
        acquire();
        try {
            SqlSession known = idle();
            if (known != null) {
                try {
                    return ask(known, question);
                } catch (StoreException e) {
                    // The database was restarted perhaps, and all connections died with it; a new one will tell.
                    dropIdle();
                }
            }
            return ask(database.reader(), question);
        } catch (SQLException | IllegalArgumentException | DateTimeException e) {
            throw new StoreException("the database could not be read: " + e.getMessage(), e);
        } finally {
            permits.release();
        }
    }

    private <T> T ask(SqlSession session, Question<T> question) throws StoreException {
        boolean well = false;
        try {
            T answer = question.ask(session);
            session.rollback();
            well = true;
            return answer;
        } finally {
            if (well) {
                giveBack(session);
            } else {
                session.close();
            }
        }
    }

    private void acquire() throws StoreException {
        try {
            if (!permits.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new StoreException("the database is busy with other queries");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException("interrupted while waiting for the database", e);
        }
    }

    private @Nullable SqlSession idle() throws StoreException {
        synchronized (idle) {
            if (closed) {
                throw new StoreException("the store is closed");
            }
            return idle.poll();
        }
    }

    private void dropIdle() {
        synchronized (idle) {
            idle.forEach(SqlSession::close);
            idle.clear();
        }
    }

    private void giveBack(SqlSession session) {
        synchronized (idle) {
            if (!closed) {
                idle.push(session);
                return;
            }
        }
        session.close();
    }

    @Override
    public void close() {
        synchronized (idle) {
            closed = true;
            dropIdle();
        }
    }
}
