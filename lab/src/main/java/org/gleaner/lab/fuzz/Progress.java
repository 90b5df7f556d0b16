package org.gleaner.lab.fuzz;

import java.io.PrintStream;
import java.time.Duration;
import java.util.function.Supplier;

/** How far it is, on a terminal drawn over itself, elsewhere a line now and then. Thread-safe. */
public final class Progress {
    private static final Duration WHILE_DRAWN = Duration.ofMillis(250);
    private static final String ERASE = "\r\033[K";

    private final PrintStream out;
    private final boolean terminal;
    private final Duration every;
    private final long began = System.nanoTime();
    private long last = began;

    /** @param plain how often a line comes where there is no terminal to draw on */
    public Progress(PrintStream out, boolean terminal, Duration plain) {
        this.out = out;
        this.terminal = terminal;
        this.every = terminal ? WHILE_DRAWN : plain;
    }

    public long seconds() {
        return (System.nanoTime() - began) / 1_000_000_000L;
    }

    /** @param line made only if it is due */
    public synchronized void show(Supplier<String> line) {
        long now = System.nanoTime();
        if (now - last >= every.toNanos()) {
            last = now;
            out.print(terminal ? ERASE + line.get() : line.get() + "\n");
            out.flush();
        }
    }

    /** What stays, unlike the line that is drawn over. */
    public synchronized void say(String line) {
        out.print((terminal ? ERASE : "") + line + "\n");
        out.flush();
    }

    public synchronized void end() {
        out.print(terminal ? ERASE : "");
        out.flush();
    }
}
