package org.gleaner.terminal.console;

import java.io.PrintStream;
import org.gleaner.core.job.TaskCounts;

/**
 * How far it is: on a terminal a bar that is drawn over itself, elsewhere a plain line now and then. Confined to one
 * thread.
 */
public final class ProgressLine {
    private static final int BAR = 30;
    private static final long PLAIN_EVERY_NANOS = 5_000_000_000L;

    private final PrintStream out;
    private final boolean terminal;
    private final String label;
    private String last = "";
    private long lastAt;

    public ProgressLine(PrintStream out, boolean terminal, String label) {
        this.out = out;
        this.terminal = terminal;
        this.label = Printer.printable(label);
    }

    public void show(TaskCounts counts, boolean away) {
        show(counts, away, "");
    }

    /** @param rest what else is said; a plain line is not written anew because of it */
    public void show(TaskCounts counts, boolean away, String rest) {
        String text = text(counts, away) + (terminal ? rest : "");
        if (text.equals(last)) {
            return;
        }
        if (terminal) {
            // Back to the beginning of the line and clear it.
            out.print("\r\033[K" + label + " " + bar(counts) + " " + text);
            out.flush();
        } else if (last.isEmpty() || System.nanoTime() - lastAt >= PLAIN_EVERY_NANOS) {
            out.println(label + " " + text + rest);
            out.flush();
            lastAt = System.nanoTime();
        } else {
            return;
        }
        last = text;
    }

    /** Lets something else be written below; the bar is drawn anew after it. */
    public void leave() {
        if (terminal && !last.isEmpty()) {
            out.println();
            last = "";
        }
    }

    /** Takes the bar away, for something else in its place. */
    public void clear() {
        if (terminal && !last.isEmpty()) {
            out.print("\r\033[K");
            out.flush();
            last = "";
        }
    }

    /** The last state stays on the screen. */
    public void end(TaskCounts counts) {
        if (terminal) {
            show(counts, false);
            out.println();
        } else if (!text(counts, false).equals(last)) {
            out.println(label + " " + text(counts, false));
        }
        out.flush();
    }

    /** How far it is, in one line. */
    public static String line(TaskCounts counts) {
        return bar(counts) + " " + text(counts, false);
    }

    private static String bar(TaskCounts counts) {
        int full = counts.total() == 0 ? 0 : (int) ((long) BAR * counts.done() / counts.total());
        return "[" + "#".repeat(full) + ".".repeat(BAR - full) + "]";
    }

    private static String text(TaskCounts counts, boolean away) {
        StringBuilder text = new StringBuilder();
        text.append(counts.done()).append(" of ").append(counts.total()).append(" done");
        part(text, counts.started(), "running");
        part(text, counts.queued(), "queued on machines");
        part(text, counts.paused(), "paused");
        part(text, counts.blocked(), "blocked");
        part(text, counts.cancelled(), "cancelled");
        return text.append(away ? " (server unreachable)" : "").toString();
    }

    private static void part(StringBuilder text, int count, String what) {
        if (count > 0) {
            text.append(", ").append(count).append(' ').append(what);
        }
    }
}
