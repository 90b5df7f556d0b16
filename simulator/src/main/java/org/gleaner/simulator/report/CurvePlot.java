package org.gleaner.simulator.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.gleaner.simulator.experiment.RunResult;
import org.gleaner.simulator.experiment.RunResult.Point;
import org.gleaner.simulator.experiment.RunResult.TypeResult;

/** Percent done per type over time, with the bounds as vertical lines. */
record CurvePlot(Axis axis, Yardstick yardstick) {
    static final double HEIGHT = 230;
    /** As many lines as can be told apart; what is beyond is drawn as one. */
    static final int MOST = 8;

    static final String OTHERS = "all others";

    /** The types that get a line of their own: all, or those with the most tasks and one for the rest. */
    static List<TypeResult> shown(RunResult run) {
        List<TypeResult> types = run.types();
        if (types.size() <= MOST) {
            return types;
        }
        List<TypeResult> byTasks = new ArrayList<>(types);
        byTasks.sort(Comparator.comparingLong(TypeResult::tasks).reversed().thenComparing(TypeResult::type));
        List<TypeResult> shown = new ArrayList<>(byTasks.subList(0, MOST - 1));
        shown.add(sum(byTasks.subList(MOST - 1, byTasks.size())));
        return shown;
    }

    private static TypeResult sum(List<TypeResult> types) {
        SortedMap<Long, Long> more = new TreeMap<>();
        long tasks = 0;
        long finished = 0;
        for (TypeResult type : types) {
            tasks += type.tasks();
            finished = Math.max(finished, type.finished());
            long before = 0;
            for (Point point : type.done()) {
                more.merge(point.at(), point.tasks() - before, Long::sum);
                before = point.tasks();
            }
        }
        List<Point> done = new ArrayList<>();
        long sum = 0;
        for (var entry : more.entrySet()) {
            sum += entry.getValue();
            done.add(new Point(entry.getKey(), sum));
        }
        return new TypeResult(OTHERS, tasks, finished, 0, done);
    }

    void draw(Markup out, RunResult run) {
        for (int percent = 0; percent <= 100; percent += 25) {
            out.leaf("line", "class", "grid", "x1", 0, "x2", axis.width(), "y1", y(percent), "y2", y(percent));
        }
        for (double tick : axis.ticks()) {
            double x = axis.xOfTick(tick);
            out.leaf("line", "class", "grid", "x1", x, "x2", x, "y1", 0, "y2", HEIGHT);
        }
        int index = 0;
        for (TypeResult type : shown(run)) {
            curve(out, type, index++);
        }
        bound(out, "capacity", yardstick.capacity());
        bound(out, "clairvoyant", yardstick.clairvoyant());
    }

    private void bound(Markup out, String name, long at) {
        if (!axis.holds(at)) {
            return;
        }
        double x = axis.x(at);
        out.leaf("line", "class", "bound", "x1", x, "x2", x, "y1", 0, "y2", HEIGHT);
        double side = name.equals("capacity") ? -4 : 11;
        String place = Markup.moved(x + side, HEIGHT - 6) + " rotate(-90)";
        String words = name + " " + axis.scale().text((double) at);
        // Not every program draws the edge of letters behind them.
        out.words(words, "text", "class", "small halo", "transform", place);
        out.words(words, "text", "class", "small quiet", "transform", place);
    }

    private void curve(Markup out, TypeResult type, int index) {
        StringBuilder path = new StringBuilder("M0 " + Markup.number(HEIGHT));
        double lastX = 0;
        for (Point point : type.done()) {
            if (!axis.holds(point.at())) {
                // The line goes on to the edge, at the height it has there.
                path.append('H').append(Markup.number(axis.width()));
                break;
            }
            lastX = axis.x(point.at());
            path.append("L" + Markup.number(lastX) + " " + Markup.number(y(percent(point.tasks(), type))));
        }
        out.open("g", "class", "type t" + index);
        out.words(type.type() + ": " + type.tasks() + " tasks", "title");
        out.leaf("path", "class", "curve", "d", path);
        boolean done = !type.done().isEmpty()
                && type.done().get(type.done().size() - 1).tasks() == type.tasks();
        if (done && axis.holds(type.finished())) {
            out.leaf("circle", "class", "dot", "cx", axis.x(type.finished()), "cy", y(100), "r", 3.5);
        }
        out.close();
    }

    private static double percent(long done, TypeResult type) {
        return type.tasks() == 0 ? 100 : 100.0 * done / type.tasks();
    }

    static double y(double percent) {
        return HEIGHT * (1 - percent / 100);
    }
}
