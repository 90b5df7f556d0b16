package org.gleaner.lab.demo;

import java.io.PrintStream;
import java.util.List;

/**
 * What the person sees: text from top to bottom and, on a terminal, a drawing that stays below the text while it
 * changes. Confined to one thread.
 */
final class Screen {
    private final PrintStream out;
    private final boolean draws;
    private final Ink ink;
    private List<String> drawing = List.of();

    /** @param draws whether the cursor can be moved */
    Screen(PrintStream out, boolean draws, Ink ink) {
        this.out = out;
        this.draws = draws;
        this.ink = ink;
    }

    Ink ink() {
        return ink;
    }

    boolean draws() {
        return draws;
    }

    void chapter(String title) {
        line("");
        line(ink.bold(title));
    }

    void command(String typed) {
        line(ink.bold("$ " + typed));
    }

    /** What a command printed. It may come from a task, so a terminal must not obey it. */
    void printed(String output) {
        output.lines().forEach(text -> line("    " + text.replaceAll("\\p{Cntrl}", " ")));
    }

    void line(String text) {
        if (!drawing.isEmpty()) {
            out.print("\033[" + drawing.size() + "A\033[J");
        }
        out.println(text);
        drawing.forEach(out::println);
        out.flush();
    }

    /** Draws over what was drawn before. */
    void draw(List<String> lines) {
        if (!draws) {
            return;
        }
        if (!drawing.isEmpty()) {
            out.print("\033[" + drawing.size() + "A");
        }
        lines.forEach(text -> out.println(text + "\033[K"));
        out.flush();
        drawing = List.copyOf(lines);
    }

    /** Lets the drawing stay where it is; text goes on below it. */
    void leaveDrawing() {
        drawing = List.of();
    }
}
