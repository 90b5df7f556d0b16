package org.gleaner.simulator.report;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.gleaner.simulator.experiment.RunResult.Fate;
import org.gleaner.simulator.experiment.RunResult.Span;
import org.gleaner.simulator.experiment.RunResult.Strip;

/** What each machine did when: a row per machine, machines of one kind together. */
final class StripPlot {
    /** More rows than this are too thin to see; machines are then picked evenly. */
    static final int MOST_ROWS = 120;

    private static final double HEIGHT = 330;
    private static final double THICKEST = 14;
    private static final double KIND_GAP = 3;
    /** Tasks at least this wide are drawn apart from their neighbours, so that one sees where each begins. */
    private static final double APART = 3;

    private static final double SEAM = 0.7;
    private static final int LONGEST_NAME = 13;

    private final Axis axis;
    private final List<Strip> rows;
    private final double thick;

    StripPlot(Axis axis, List<Strip> strips) {
        this.axis = axis;
        this.rows = picked(strips);
        this.thick = Math.min(THICKEST, HEIGHT / Math.max(1, rows.size()));
    }

    private static List<Strip> picked(List<Strip> strips) {
        if (strips.size() <= MOST_ROWS) {
            return strips;
        }
        List<Strip> some = new ArrayList<>();
        for (int i = 0; i < MOST_ROWS; i++) {
            some.add(strips.get((int) ((long) i * strips.size() / MOST_ROWS)));
        }
        return some;
    }

    int rows() {
        return rows.size();
    }

    double height() {
        return rows.isEmpty() ? 0 : top(rows.size() - 1) + thick;
    }

    /** Where a row begins: kinds are set apart. */
    private double top(int row) {
        int kinds = 0;
        for (int i = 1; i <= row; i++) {
            kinds += rows.get(i).kind().equals(rows.get(i - 1).kind()) ? 0 : 1;
        }
        return row * thick + kinds * KIND_GAP;
    }

    void draw(Markup out) {
        Map<Fate, StringBuilder> paths = new EnumMap<>(Fate.class);
        for (Fate fate : Fate.values()) {
            paths.put(fate, new StringBuilder());
        }
        for (int row = 0; row < rows.size(); row++) {
            double middle = top(row) + thick / 2;
            trace(rows.get(row), middle, paths);
        }
        out.open("g", "stroke-width", Math.max(0.8, thick - (thick > 4 ? 1 : 0.4)));
        paths.forEach((fate, path) -> {
            if (path.length() > 0) {
                out.leaf("path", "class", "fate " + name(fate), "d", path);
            }
        });
        out.close();
    }

    static String name(Fate fate) {
        return fate.name().toLowerCase(Locale.ROOT);
    }

    /** Neighbours of one fate that are too thin to tell apart become one line: a picture need not hold every task. */
    private void trace(Strip strip, double y, Map<Fate, StringBuilder> paths) {
        Fate fate = null;
        double from = 0;
        double to = 0;
        for (Span span : strip.spans()) {
            if (!axis.holds(span.from())) {
                break;
            }
            double start = axis.x(span.from());
            double end = axis.x(span.to());
            boolean joins = fate == span.fate() && start - to < SEAM && end - start < APART && to - from < axis.width();
            if (!joins && fate != null) {
                line(paths, fate, from, to, y);
            }
            if (!joins) {
                fate = span.fate();
                from = start;
            }
            to = end;
        }
        if (fate != null) {
            line(paths, fate, from, to, y);
        }
    }

    private static void line(Map<Fate, StringBuilder> paths, Fate fate, double from, double to, double y) {
        double width = to - from >= APART && fate != Fate.DOWN ? to - from - SEAM : to - from;
        StringBuilder path = paths.get(fate);
        if (path != null) {
            path.append("M" + Markup.number(from) + " " + Markup.number(y) + "h" + Markup.number(Math.max(0.3, width)));
        }
    }

    /** The kinds of machine, left of their rows; a single kind needs no name. */
    void label(Markup out) {
        if (rows.stream().map(Strip::kind).distinct().count() == 1) {
            return;
        }
        int first = 0;
        for (int row = 1; row <= rows.size(); row++) {
            boolean ends = row == rows.size()
                    || !rows.get(row).kind().equals(rows.get(first).kind());
            if (ends) {
                double middle = (top(first) + top(row - 1) + thick) / 2;
                if (top(row - 1) + thick - top(first) >= 9) {
                    out.label(shortened(rows.get(first).kind()), "small end", -8, middle + 3.5);
                }
                first = row;
            }
        }
    }

    private static String shortened(String name) {
        return name.codePointCount(0, name.length()) <= LONGEST_NAME
                ? name
                : name.substring(0, name.offsetByCodePoints(0, LONGEST_NAME - 1)) + "…";
    }
}
