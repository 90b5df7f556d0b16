package org.gleaner.lab.fuzz;

import java.io.PrintStream;
import java.util.Locale;
import org.gleaner.terminal.console.Table;

/** What a server held at two moments, for people. */
record VitalsTable(Vitals before, Vitals after) {
    private static final double MEGABYTE = 1e6;

    void print(PrintStream out, String first) {
        Table table = new Table("the server holds", first, "at the end");
        table.add("live heap, MB", megabytes(before.heapBytes()), megabytes(after.heapBytes()));
        table.add("threads", count(before.threads()), count(after.threads()));
        table.add("descriptors", count(before.descriptors()), count(after.descriptors()));
        table.print(out);
    }

    private static String megabytes(long bytes) {
        return bytes < 0 ? "?" : String.format(Locale.ROOT, "%.1f", bytes / MEGABYTE);
    }

    private static String count(int number) {
        return number < 0 ? "?" : Integer.toString(number);
    }
}
