package org.gleaner.lab.bench;

import java.util.ArrayList;
import java.util.List;

/** Rows of figures under named columns; the first cell of a row says what was measured. */
record FigureTable(String title, List<String> columns, List<Row> rows) {
    record Row(String label, List<Double> figures) {
        Row {
            figures = List.copyOf(figures);
        }
    }

    FigureTable {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
        for (Row row : rows) {
            if (row.figures().size() != columns.size() - 1) {
                throw new IllegalArgumentException("row " + row.label() + " does not fit " + columns);
            }
        }
    }

    static FigureTable of(String title, String... columns) {
        return new FigureTable(title, List.of(columns), List.of());
    }

    FigureTable with(String label, Double... figures) {
        List<Row> more = new ArrayList<>(rows);
        more.add(new Row(label, List.of(figures)));
        return new FigureTable(title, columns, more);
    }
}
