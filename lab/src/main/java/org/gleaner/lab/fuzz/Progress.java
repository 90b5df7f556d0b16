package org.gleaner.lab.fuzz;

import java.io.PrintStream;
import java.util.Locale;

/** How far it is, on a terminal drawn over itself, elsewhere a line now and then. Thread-safe. */
final class Progress {
    private static final long EVERY_NANOS = 250_000_000L;
    private static final long PLAIN_EVERY_NANOS = 10_000_000_000L;

    private final PrintStream out;
    private final boolean terminal;
    private final long began = System.nanoTime();
    private long last = began;

    Progress(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    synchronized void show(String what, long done, long all, int findings) {
        long now = System.nanoTime();
        if (now - last < (terminal ? EVERY_NANOS : PLAIN_EVERY_NANOS)) {
            return;
        }
        last = now;
        String line = String.format(
                Locale.ROOT, "%s: %d of %d, %d found, %d s", what, done, all, findings, (now - began) / 1_000_000_000L);
        if (terminal) {
            out.print("\r\033[K" + line);
        } else {
            out.println(line);
        }
        out.flush();
    }

    synchronized void end() {
        if (terminal) {
            out.print("\r\033[K");
            out.flush();
        }
    }
}
