package org.gleaner.client.executor;

import java.io.Flushable;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * Draws the progress of an executor as a single line, updated at most ten times a second.
 *
 * <pre>{@code
 * pool.onProgress(new ProgressBar("pi", System.err));
 * }</pre>
 *
 * <p>Thread-safe.
 */
public final class ProgressBar implements Consumer<CallCounts> {
    private static final int WIDTH = 30;
    private static final long PAUSE_NANOS = 100_000_000;

    private final String name;
    private final Appendable out;
    private boolean drawn;
    private boolean lineIsOpen;
    private boolean broken;
    private long last;

    /** @param out such as {@code System.err}; if it can't be written to, drawing stops */
    public ProgressBar(String name, Appendable out) {
        this.name = name;
        this.out = out;
    }

    @Override
    public synchronized void accept(CallCounts counts) {
        long now = System.nanoTime();
        if (broken || (drawn && now - last < PAUSE_NANOS && counts.open() > 0)) {
            return;
        }
        drawn = true;
        last = now;
        lineIsOpen = counts.open() > 0;
        write('\r' + text(name, counts) + (lineIsOpen ? "" : System.lineSeparator()));
    }

    /** The last of it: what is open goes on, but nobody here hears of it. */
    synchronized void detached(CallCounts counts) {
        if (counts.open() > 0 && !broken) {
            lineIsOpen = false;
            write('\r' + text(name, counts) + ", " + counts.open() + " detached" + System.lineSeparator());
        }
    }

    /** What is written after this, by whomever, begins a line; then the bar is drawn on another. */
    synchronized void breakLine() {
        if (lineIsOpen && !broken) {
            lineIsOpen = false;
            write(System.lineSeparator());
        }
    }

    private void write(String text) {
        try {
            out.append(text);
            if (out instanceof Flushable buffered) {
                buffered.flush();
            }
        } catch (IOException closed) {
            broken = true;
        }
    }

    static String text(String name, CallCounts counts) {
        long over = counts.submitted() - counts.open();
        int full = (int) (counts.submitted() == 0 ? 0 : WIDTH * over / counts.submitted());
        return name + " [" + "#".repeat(full) + ".".repeat(WIDTH - full) + "] " + over + "/" + counts.submitted()
                + (counts.failed() == 0 ? "" : ", " + counts.failed() + " failed")
                + (counts.cancelled() == 0 ? "" : ", " + counts.cancelled() + " cancelled");
    }
}
