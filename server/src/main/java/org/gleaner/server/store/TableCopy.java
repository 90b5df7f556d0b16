package org.gleaner.server.store;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.sql.DataSource;
import org.sqlite.SQLiteDataSource;

/** Copies all rows from one make of database into another: their tables are the same by name and column. */
final class TableCopy {
    private static final String OWN_TABLE = "flyway_schema_history";
    private static final int TOGETHER = 500;

    private TableCopy() {}

    /** Fills a new SQLite file with the rows of a database that has this version. */
    static void toSqlite(Connection from, int version, Path target) throws SQLException {
        SQLiteDataSource file = new SQLiteDataSource();
        file.setUrl("jdbc:sqlite:" + target);
        Schema.migrate(file, SqliteFile.SCRIPTS, SqliteFile.WITHOUT_ROWID, version);
        copy(from, file);
        try (Connection connection = file.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA user_version = " + version);
        }
    }

    /** Replaces all rows of a database that has the same version. */
    static void copy(Connection from, DataSource target) throws SQLException {
        try (Connection to = target.getConnection()) {
            to.setAutoCommit(false);
            for (String table : tables(to)) {
                try (Statement statement = to.createStatement()) {
                    statement.execute("DELETE FROM " + table);
                }
                copy(from, to, table);
            }
            to.commit();
        }
    }

    private static List<String> tables(Connection connection) throws SQLException {
        DatabaseMetaData facts = connection.getMetaData();
        List<String> tables = new ArrayList<>();
        try (ResultSet rows = facts.getTables(null, connection.getSchema(), "%", new String[] {"TABLE"})) {
            while (rows.next()) {
                String name = rows.getString("TABLE_NAME");
                if (name.matches("[a-z_]+") && !name.equals(OWN_TABLE) && !name.startsWith("sqlite_")) {
                    tables.add(name);
                }
            }
        }
        Collections.sort(tables);
        return tables;
    }

    private static void copy(Connection from, Connection to, String table) throws SQLException {
        try (Statement read = from.createStatement()) {
            read.setFetchSize(TOGETHER);
            try (ResultSet rows = read.executeQuery("SELECT * FROM " + table);
                    PreparedStatement insert = to.prepareStatement(insert(table, rows.getMetaData()))) {
                int columns = rows.getMetaData().getColumnCount();
                int waiting = 0;
                while (rows.next()) {
                    for (int column = 1; column <= columns; column++) {
                        insert.setObject(column, rows.getObject(column));
                    }
                    insert.addBatch();
                    waiting++;
                    if (waiting == TOGETHER) {
                        insert.executeBatch();
                        waiting = 0;
                    }
                }
                if (waiting > 0) {
                    insert.executeBatch();
                }
            }
        }
    }

    private static String insert(String table, ResultSetMetaData facts) throws SQLException {
        List<String> columns = new ArrayList<>();
        for (int column = 1; column <= facts.getColumnCount(); column++) {
            columns.add(facts.getColumnName(column));
        }
        return "INSERT INTO " + table + " (" + String.join(", ", columns) + ") VALUES ("
                + String.join(", ", Collections.nCopies(columns.size(), "?")) + ")";
    }
}
