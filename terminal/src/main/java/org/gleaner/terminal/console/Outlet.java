package org.gleaner.terminal.console;

import java.io.BufferedOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Where a command writes, in UTF-8.
 *
 * @param text for everything that is said; a terminal does not obey what is in it
 * @param drawn for what we draw ourselves, such as a bar over itself; what comes from others only if it is printable
 * @param terminal whether a person reads it directly
 */
public record Outlet(PrintStream text, PrintStream drawn, boolean terminal) {
    private static final int BUFFER = 1 << 13;

    /** As it is, whoever reads it. */
    public static Outlet plain(PrintStream stream, boolean terminal) {
        return new Outlet(stream, stream, terminal);
    }

    public static Outlet toTerminal(OutputStream raw) {
        return new Outlet(
                new PrintStream(new TerminalText(raw), true, StandardCharsets.UTF_8),
                new PrintStream(raw, true, StandardCharsets.UTF_8),
                true);
    }

    /** To a file or a program: every byte as it came. */
    public static Outlet toProgram(OutputStream raw, boolean buffered) {
        return plain(
                buffered
                        ? new PrintStream(new BufferedOutputStream(raw, BUFFER), false, StandardCharsets.UTF_8)
                        : new PrintStream(raw, true, StandardCharsets.UTF_8),
                false);
    }
}
