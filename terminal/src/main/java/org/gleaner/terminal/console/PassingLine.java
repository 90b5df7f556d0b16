package org.gleaner.terminal.console;

import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/**
 * A line that tells a person what is being done, in place of what it told before. Nothing of it is left when that is
 * over, also if the command is ended meanwhile, with Ctrl-C or otherwise. A script reads nothing of it. Thread-safe.
 */
public final class PassingLine {
    private static final String ERASE = "\r\033[K";

    private final PrintStream drawn;
    private final boolean terminal;
    private @Nullable Thread hook;
    private boolean ended;

    public PassingLine(PrintStream drawn, boolean terminal) {
        this.drawn = drawn;
        this.terminal = terminal;
    }

    public static PassingLine of(Surroundings here) {
        return new PassingLine(here.streams().stderr().drawn(), here.streams().errIsTerminal());
    }

    public synchronized void show(String text) {
        if (!terminal || ended) {
            return;
        }
        if (hook == null && !text.isEmpty()) {
            Thread tidy = new Thread(this::interrupted, "passing-line");
            try {
                Runtime.getRuntime().addShutdownHook(tidy);
                hook = tidy;
            } catch (IllegalStateException ending) {
                return;
            }
        }
        draw(text);
    }

    /** Takes it away; another may be shown later. */
    public synchronized void clear() {
        Thread tidy = hook;
        if (terminal && !ended && tidy != null) {
            draw("");
            hook = null;
            try {
                boolean unused = Runtime.getRuntime().removeShutdownHook(tidy);
            } catch (IllegalStateException ending) {
                // It is about to find nothing to do.
            }
        }
    }

    /** The program ends: whatever goes on until then shall not draw it again. */
    synchronized void interrupted() {
        if (hook != null && !ended) {
            draw("");
        }
        ended = true;
    }

    private void draw(String text) {
        drawn.print(ERASE + Printer.printable(text));
        drawn.flush();
    }
}
