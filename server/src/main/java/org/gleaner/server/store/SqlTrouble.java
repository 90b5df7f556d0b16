package org.gleaner.server.store;

import java.sql.SQLException;
import org.gleaner.core.grid.StoreException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** What a database could not do, in the words of the port. */
final class SqlTrouble {
    /** PostgreSQL's disk_full. */
    private static final String DISK_FULL = "53100";

    private SqlTrouble() {}

    static StoreException of(String what, SQLException cause) {
        return new StoreException(what + ": " + cause.getMessage(), cause, isFull(cause));
    }

    private static boolean isFull(SQLException cause) {
        return DISK_FULL.equals(cause.getSQLState())
                || (cause instanceof SQLiteException lite && lite.getResultCode() == SQLiteErrorCode.SQLITE_FULL);
    }
}
