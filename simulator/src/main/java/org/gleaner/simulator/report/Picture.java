package org.gleaner.simulator.report;

import java.util.ArrayList;
import java.util.List;
import org.gleaner.simulator.experiment.Combination;
import org.gleaner.simulator.experiment.RunResult;
import org.gleaner.simulator.experiment.RunResult.Fate;
import org.gleaner.simulator.experiment.RunResult.TypeResult;

/**
 * The first seed of every combination, side by side on one time axis: how far each type was, and below what each
 * machine did. An SVG that needs nothing else.
 */
public final class Picture {
    private static final double LEFT = 96;
    private static final double RIGHT = 26;
    private static final double GAP = 30;
    private static final double HEAD = 104;
    private static final double TITLE = 44;
    private static final double BETWEEN = 14;
    private static final double FOOT = 50;
    private static final int MOST_COLUMNS = 4;

    private final Findings findings;
    private final List<RunResult> runs = new ArrayList<>();
    private final Axis axis;
    private final int columns;

    private Picture(Findings findings) {
        this.findings = findings;
        findings.runs().values().forEach(all -> runs.add(all.get(0)));
        columns = columns(findings);
        double width = columns <= 2 ? 470 : columns == 3 ? 370 : 300;
        axis = Axis.over(runs.stream().map(run -> (double) run.makespan()).toList(), width, findings.scale());
    }

    /** A line per rule for copies, if every strategy was tried with each. */
    private static int columns(Findings findings) {
        int all = findings.runs().size();
        int strategies = (int) findings.runs().keySet().stream()
                .map(Combination::strategy)
                .distinct()
                .count();
        int line = strategies > 1 && all % strategies == 0 ? strategies : all;
        return Math.max(1, Math.min(line, MOST_COLUMNS));
    }

    /** Follows the light or dark mode of whoever looks at it. */
    public static String of(Findings findings) {
        return new Picture(findings).draw(Looks.DARK);
    }

    /** Always light, for what is not looked at on a screen. */
    public static String onPaper(Findings findings) {
        return new Picture(findings).draw("");
    }

    private String draw(String style) {
        double panelHeight = TITLE + CurvePlot.HEIGHT + FOOT;
        for (RunResult run : runs) {
            double strips = new StripPlot(axis, run.strips()).height();
            panelHeight = Math.max(panelHeight, TITLE + CurvePlot.HEIGHT + FOOT + (strips > 0 ? BETWEEN + strips : 0));
        }
        int lines = (runs.size() + columns - 1) / columns;
        double width = LEFT + columns * axis.width() + (columns - 1) * GAP + RIGHT;
        double height = HEAD + lines * panelHeight + 8;
        Markup out = new Markup(Looks::of);
        String box = "0 0 " + Markup.number(width) + " " + Markup.number(height);
        out.open("svg", "xmlns", "http://www.w3.org/2000/svg", "viewBox", box, "width", width, "height", height);
        out.words(title(), "title");
        if (!style.isEmpty()) {
            out.open("style").raw(style).close();
        }
        out.open("g", Looks.ALL);
        out.leaf("rect", "class", "paper", "width", width, "height", height);
        head(out, width);
        for (int i = 0; i < runs.size(); i++) {
            double x = LEFT + (i % columns) * (axis.width() + GAP);
            double y = HEAD + Math.floorDiv(i, columns) * panelHeight;
            panel(out, i, x, y);
        }
        return out.close().close().end();
    }

    private String title() {
        return findings.scenario() + ": percent done per type, and what each machine did";
    }

    private void head(Markup out, double width) {
        out.label(title(), "big", LEFT, 32);
        double x = LEFT;
        int index = 0;
        for (TypeResult type : runs.isEmpty() ? List.<TypeResult>of() : CurvePlot.shown(runs.get(0))) {
            String words = type.type() + " (" + type.tasks() + ")";
            out.open("g", "class", "t" + index++);
            out.leaf("path", "class", "curve", "d", "M" + Markup.number(x) + " 54h22");
            out.close();
            out.label(words, "small", x + 27, 58);
            x += 27 + room(words);
        }
        x = LEFT;
        for (Fate fate : Fate.values()) {
            String line = "M" + Markup.number(x) + " 76h22";
            out.leaf("path", "class", "fate " + StripPlot.name(fate), "stroke-width", 9, "d", line);
            out.label(meaning(fate), "small", x + 27, 80);
            x += 27 + room(meaning(fate));
        }
        out.leaf("rect", "class", "idle", "x", x, "y", 71.5, "width", 22, "height", 9);
        out.leaf("rect", "class", "frame", "x", x, "y", 71.5, "width", 22, "height", 9);
        out.label("idle", "small", x + 27, 80);
        out.label("seed " + findings.yardsticks().get(0).seed(), "small quiet end", width - RIGHT, 32);
    }

    private static String meaning(Fate fate) {
        return switch (fate) {
            case USEFUL -> "useful work";
            case LOST -> "lost with its machine";
            case SUPERFLUOUS -> "copy not needed";
            case DOWN -> "machine down";
        };
    }

    /** About how wide small letters are: a picture can't ask. */
    private static double room(String words) {
        return words.codePointCount(0, words.length()) * 5.6 + 22;
    }

    private void panel(Markup out, int index, double x, double y) {
        RunResult run = runs.get(index);
        boolean leftmost = index % columns == 0;
        out.open("g", "transform", Markup.moved(x, y));
        out.words(run.combination().label(), "text", "class", "bold", "y", 15);
        out.words(ending(run), "text", "class", "small quiet", "y", 31);
        out.open("g", "transform", Markup.moved(0, TITLE));
        new CurvePlot(axis, findings.yardsticks().get(0)).draw(out, run);
        out.leaf("rect", "class", "frame", "width", axis.width(), "height", CurvePlot.HEIGHT);
        if (leftmost) {
            for (int percent = 0; percent <= 100; percent += 25) {
                out.label(percent + " %", "small end", -8, CurvePlot.y(percent) + 3.5);
            }
            sideways(out, "done", CurvePlot.HEIGHT / 2);
        }
        double bottom = strips(out, run, leftmost);
        foot(out, bottom);
        out.close().close();
    }

    private double strips(Markup out, RunResult run, boolean leftmost) {
        StripPlot strips = new StripPlot(axis, run.strips());
        if (strips.rows() == 0) {
            return CurvePlot.HEIGHT;
        }
        double top = CurvePlot.HEIGHT + BETWEEN;
        out.open("g", "transform", Markup.moved(0, top));
        out.leaf("rect", "class", "idle", "width", axis.width(), "height", strips.height());
        strips.draw(out);
        if (leftmost) {
            strips.label(out);
            int all = run.strips().size();
            String shown = strips.rows() == all ? "" : strips.rows() + " of ";
            sideways(out, shown + all + " machines", strips.height() / 2);
        }
        out.close();
        return top + strips.height();
    }

    private void foot(Markup out, double bottom) {
        for (double tick : axis.ticks()) {
            double x = axis.xOfTick(tick);
            out.leaf("line", "class", "frame", "x1", x, "x2", x, "y1", bottom, "y2", bottom + 4);
            out.label(Markup.number(tick), "small middle", x, bottom + 16);
        }
        out.label(axis.scale().words(), "small quiet middle", axis.width() / 2, bottom + 31);
    }

    private static void sideways(Markup out, String words, double y) {
        out.words(words, "text", "class", "small quiet middle", "transform", Markup.moved(-84, y) + " rotate(-90)");
    }

    private String ending(RunResult run) {
        Summary summary = Summary.of(run.combination(), findings.of(run.combination()), findings.yardsticks());
        String here = run.unfinished() > 0
                ? run.unfinished() + " tasks not done after " + time((double) run.makespan())
                : "all done after " + time((double) run.makespan()) + " "
                        + findings.scale().unit();
        return summary.seeds() == 1
                ? here
                : here + "; mean of " + summary.seeds() + " seeds " + time(summary.mean(Measure.MAKESPAN)) + " ± "
                        + time(summary.sample(Measure.MAKESPAN).sd());
    }

    private String time(double millis) {
        return findings.scale().text(millis);
    }
}
