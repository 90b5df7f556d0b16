package org.gleaner.terminal.console;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Rows of words under headings, as wide as they need to be. Confined to one call. */
public final class Table {
    private static final String GAP = "  ";

    private final List<String[]> rows = new ArrayList<>();
    private final int[] widths;

    public Table(String... headings) {
        widths = new int[headings.length];
        add(headings);
    }

    public void add(String... cells) {
        String[] row = new String[cells.length];
        for (int i = 0; i < cells.length; i++) {
            row[i] = Printer.printable(cells[i]);
            widths[i] = Math.max(widths[i], row[i].length());
        }
        rows.add(row);
    }

    public void print(PrintStream out) {
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.length; i++) {
                line.append(i == 0 ? "" : GAP).append(row[i]).append(" ".repeat(widths[i] - row[i].length()));
            }
            out.println(line.toString().stripTrailing());
        }
    }
}
