package org.gleaner.lab.fuzz;

import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;
import org.gleaner.terminal.console.Printer;

/** What was found: the first of each kind in full, the others counted. Thread-safe. */
final class Defects {
    private static final int MOST = 100;
    private static final int LONGEST = 2000;

    private record Counted(Defect first, int times) {}

    private final Map<String, Counted> all = new LinkedHashMap<>();

    /** @param kind findings of the same kind are most likely one defect */
    synchronized void add(String kind, Defect finding) {
        Counted before = all.get(kind);
        if (before != null) {
            all.put(kind, new Counted(before.first(), before.times() + 1));
        } else if (all.size() < MOST) {
            all.put(kind, new Counted(finding, 1));
        }
    }

    private static String shortened(String input) {
        String line = input.replace("\r\n", " | ");
        return line.length() > LONGEST ? line.substring(0, LONGEST) + "..." : line;
    }

    synchronized int size() {
        return all.size();
    }

    /** How far it is and what was found so far. */
    void show(Progress progress, String what, long done, long of) {
        progress.show(() -> what + ": " + done + " of " + of + ", " + size() + " found, " + progress.seconds() + " s");
    }

    synchronized void print(PrintStream out) {
        for (Counted counted : all.values()) {
            Defect first = counted.first();
            out.println();
            out.println("found " + counted.times() + " x: " + Printer.printable(first.what()));
            out.println("  " + Printer.printable(shortened(first.input())));
            out.println("  again: " + first.replay());
        }
    }
}
