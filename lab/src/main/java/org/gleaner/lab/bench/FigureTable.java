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

    /** @param head the names of the columns as in Markdown, with {@code  | } between them */
    static FigureTable of(String title, String head) {
        return new FigureTable(title, List.of(head.split(" \\| ", -1)), List.of());
    }

    FigureTable with(String label, Double... figures) {
        List<Row> more = new ArrayList<>(rows);
        more.add(new Row(label, List.of(figures)));
        return new FigureTable(title, columns, more);
    }
}
