package org.gleaner.server.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.gleaner.core.grid.StoreException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * A connection with its prepared statements, which are kept because preparing one costs more than running it. Always
 * in a transaction that starts by itself. What the database could not do is told in the words of the port. Confined to
 * one thread at a time.
 */
final class SqlSession implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SqlSession.class);

    /** Makes a value of the row on which the result stands. */
    interface Mapper<T> {
        T map(ResultSet row) throws SQLException, StoreException;
    }

    /** Looks at one row. */
    interface Visitor {
        void visit(ResultSet row) throws SQLException, StoreException;
    }

    /** So many rows come at once; a driver that would else fetch all of them must not fill the memory. */
    private static final int FETCHED_ROWS = 1_000;

    private static final int ALIVE_SECONDS = 5;

    /** Some statements name as many values as they are given, so there are more of them than we wrote. */
    private static final int MOST_STATEMENTS = 200;

    /** PostgreSQL's disk_full. */
    private static final String DISK_FULL = "53100";

    private final Connection connection;
    /** The least recently used first. */
    private final LinkedHashMap<String, PreparedStatement> statements = new LinkedHashMap<>(16, 0.75f, true);

    SqlSession(Connection connection) throws SQLException {
        this.connection = connection;
        connection.setAutoCommit(false);
    }

    /** Returns the number of rows changed. */
    int update(String sql, @Nullable Object... values) throws StoreException {
        try {
            return bound(sql, values).executeUpdate();
        } catch (SQLException e) {
            throw refused(e);
        }
    }

    /** Does the same for each of the rows, without waiting in between; returns the numbers of rows changed. */
    int[] updateAll(String sql, List<@Nullable Object[]> rows) throws StoreException {
        if (rows.isEmpty()) {
            return new int[0];
        }
        try {
            PreparedStatement statement = bound(sql, rows.get(0));
            try {
                statement.addBatch();
                for (@Nullable Object[] row : rows.subList(1, rows.size())) {
                    bound(sql, row).addBatch();
                }
                return statement.executeBatch();
            } finally {
                statement.clearBatch();
            }
        } catch (SQLException e) {
            throw refused(e);
        }
    }

    /** Changes the row that this identifies; an exception if there is none. */
    void updateOne(Record id, String sql, @Nullable Object... values) throws StoreException {
        if (update(sql, values) != 1) {
            throw new StoreException(id.getClass().getSimpleName() + " " + id + " is not stored");
        }
    }

    void each(String sql, Visitor visitor, @Nullable Object... values) throws StoreException {
        try (ResultSet rows = bound(sql, values).executeQuery()) {
            while (rows.next()) {
                visitor.visit(rows);
            }
        } catch (SQLException e) {
            throw trouble("the database could not be read", e);
        }
    }

    <T> List<T> list(String sql, Mapper<T> mapper, @Nullable Object... values) throws StoreException {
        List<T> found = new ArrayList<>();
        each(sql, row -> found.add(mapper.map(row)), values);
        return found;
    }

    <T> Optional<T> first(String sql, Mapper<T> mapper, @Nullable Object... values) throws StoreException {
        try (ResultSet rows = bound(sql, values).executeQuery()) {
            return rows.next() ? Optional.of(mapper.map(rows)) : Optional.empty();
        } catch (SQLException e) {
            throw trouble("the database could not be read", e);
        }
    }

    boolean exists(String sql, @Nullable Object... values) throws StoreException {
        return first(sql, row -> true, values).isPresent();
    }

    private PreparedStatement bound(String sql, @Nullable Object... values) throws SQLException {
        PreparedStatement statement = statements.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql);
            statement.setFetchSize(FETCHED_ROWS);
            statements.put(sql, statement);
            if (statements.size() > MOST_STATEMENTS) {
                Iterator<PreparedStatement> eldest = statements.values().iterator();
                eldest.next().close();
                eldest.remove();
            }
        }
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
        return statement;
    }

    /** Whether the database still answers on this connection. */
    boolean isAlive() {
        try {
            return connection.isValid(ALIVE_SECONDS);
        } catch (SQLException e) {
            return false;
        }
    }

    void commit() throws StoreException {
        try {
            connection.commit();
        } catch (SQLException e) {
            throw trouble("the database could not commit", e);
        }
    }

    void rollback() throws StoreException {
        try {
            connection.rollback();
        } catch (SQLException e) {
            throw trouble("the database could not roll back", e);
        }
    }

    /** Whatever was acknowledged is durable already, so it does not matter if this fails. */
    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            LOG.debug("a connection could not be closed", e);
        }
    }

    private static StoreException refused(SQLException cause) {
        return trouble("the database refused a change", cause);
    }

    /** What an exception of the database means to the store. */
    static StoreException trouble(String what, SQLException cause) {
        boolean full = DISK_FULL.equals(cause.getSQLState())
                || (cause instanceof SQLiteException lite && lite.getResultCode() == SQLiteErrorCode.SQLITE_FULL);
        return new StoreException(what + ": " + cause.getMessage(), cause, full);
    }
}
