package org.gleaner.lab.demo;

import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.job.TaskState;

/** Draws how far the picture is, as lines of text: what is done in its colours, what runs as a ring. */
record Board(Ink ink) {
    private static final int CELLS = 3;
    private static final int BAR = Mosaic.ACROSS * CELLS;

    List<String> lines(Sighting seen, Mosaic mosaic) {
        List<String> lines = new ArrayList<>();
        for (int row = 0; row < Mosaic.DOWN; row++) {
            StringBuilder line = new StringBuilder("  ");
            for (int column = 0; column < Mosaic.ACROSS; column++) {
                int number = Mosaic.number(column, row);
                Tile tile = mosaic.tile(number);
                line.append(tile == null ? pending(seen.state(number)) : colours(tile));
            }
            lines.add(line.toString());
        }
        int full = BAR * seen.count(TaskState.DONE) / Mosaic.TILES;
        lines.add("  " + "━".repeat(full) + ink.dim("─".repeat(BAR - full)));
        lines.add("  " + text(seen));
        return lines;
    }

    static String text(Sighting seen) {
        String done = seen.count(TaskState.DONE) + " of " + Mosaic.TILES + " tiles done";
        int inHand = seen.count(TaskState.RUNNING);
        return done + (seen.away() ? ", the server is down" : inHand > 0 ? ", " + inHand + " running" : "");
    }

    private String pending(TaskState state) {
        return state == TaskState.RUNNING || state == TaskState.DONE ? " ○ " : ink.dim(" · ");
    }

    private String colours(Tile tile) {
        StringBuilder cells = new StringBuilder();
        for (int cell = 0; cell < CELLS; cell++) {
            cells.append(ink.cell(tile.mean(cell, CELLS, 0, 2), tile.mean(cell, CELLS, 1, 2)));
        }
        return cells.toString();
    }
}
