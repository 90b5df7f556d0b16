package org.gleaner.client.executor;

import java.io.PrintStream;
import java.util.function.Consumer;

/**
 * Draws how far an executor is as one line that changes, at most ten times a second.
 *
 * <pre>{@code
 * pool.onProgress(new ProgressLine("pi", System.err));
 * }</pre>
 *
 * <p>Thread-safe.
 */
public final class ProgressLine implements Consumer<CallCounts> {
    private static final int WIDTH = 30;
    private static final long PAUSE_NANOS = 100_000_000;

    private final String name;
    private final PrintStream out;
    private boolean drawn;
    private long last;

    public ProgressLine(String name, PrintStream out) {
        this.name = name;
        this.out = out;
    }

    @Override
    public synchronized void accept(CallCounts counts) {
        long now = System.nanoTime();
        if (drawn && now - last < PAUSE_NANOS && counts.open() > 0) {
            return;
        }
        drawn = true;
        last = now;
        out.print('\r' + text(name, counts) + (counts.open() == 0 ? System.lineSeparator() : ""));
        out.flush();
    }

    static String text(String name, CallCounts counts) {
        long over = counts.submitted() - counts.open();
        int full = (int) (counts.submitted() == 0 ? 0 : WIDTH * over / counts.submitted());
        return name + " [" + "#".repeat(full) + ".".repeat(WIDTH - full) + "] " + over + "/" + counts.submitted()
                + (counts.failed() == 0 ? "" : ", " + counts.failed() + " failed")
                + (counts.cancelled() == 0 ? "" : ", " + counts.cancelled() + " cancelled");
    }
}
