package org.gleaner.server.store;

import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** The statement that inserts a row or replaces the one of the same key, as all makes of database understand it. */
final class Upsert {
    private Upsert() {}

    /** @param keys how many of the columns, from the first on, are the table's key */
    static String into(String table, int keys, String columns) {
        List<String> all = List.of(columns.split(", ", -1));
        return "INSERT INTO " + table + " (" + columns + ") VALUES ("
                + String.join(", ", Collections.nCopies(all.size(), "?")) + ") ON CONFLICT ("
                + String.join(", ", all.subList(0, keys)) + ") DO UPDATE SET "
                + all.subList(keys, all.size()).stream()
                        .map(column -> column + " = excluded." + column)
                        .collect(Collectors.joining(", "));
    }
}
