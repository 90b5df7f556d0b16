package org.gleaner.simulator.report;

import java.util.List;

/** How much faster many machines are than one, beside what would be ideal. An SVG that needs nothing else. */
public final class SpeedUpPicture {
    private static final double WIDTH = 620;
    private static final double HEIGHT = 420;
    private static final double LEFT = 76;
    private static final double RIGHT = 26;
    private static final double HEAD = 56;
    private static final double FOOT = 52;
    private static final int STEPS = 4;
    private static final String SUBJECT = "Speed-up with more agents";

    private SpeedUpPicture() {}

    /** What was seen with so many agents. */
    public record Point(int agents, double speedUp) {}

    /** Follows the light or dark mode of whoever looks at it. */
    public static String of(List<Point> points) {
        return draw(points, Looks.DARK);
    }

    /** Always light, for what is not looked at on a screen. */
    public static String onPaper(List<Point> points) {
        return draw(points, "");
    }

    private static String draw(List<Point> points, String style) {
        int most = points.stream().mapToInt(Point::agents).max().orElse(1);
        Markup out = new Markup(Looks::of);
        double width = LEFT + WIDTH + RIGHT;
        double height = HEAD + HEIGHT + FOOT;
        String box = "0 0 " + Markup.number(width) + " " + Markup.number(height);
        out.open("svg", "xmlns", "http://www.w3.org/2000/svg", "viewBox", box, "width", width, "height", height);
        out.words(SUBJECT, "title");
        if (!style.isEmpty()) {
            out.open("style").raw(style).close();
        }
        out.open("g", Looks.ALL);
        out.leaf("rect", "class", "paper", "width", width, "height", height);
        out.label(SUBJECT, "big", LEFT, 30);
        out.open("g", "transform", Markup.moved(LEFT, HEAD));
        int step = (most + STEPS - 1) / STEPS;
        for (int value = 0; value <= most; value += step) {
            String text = Integer.toString(value);
            out.leaf("line", "class", "grid", "x1", 0, "x2", WIDTH, "y1", y(value, most), "y2", y(value, most));
            out.label(text, "small end", -8, y(value, most) + 3.5);
            out.label(text, "small middle", x(value, most), HEIGHT + 17);
        }
        out.leaf("line", "class", "bound", "x1", 0, "x2", WIDTH, "y1", HEIGHT, "y2", 0);
        StringBuilder path = new StringBuilder();
        for (Point point : points) {
            path.append(path.isEmpty() ? "M" : "L")
                    .append(Markup.number(x(point.agents(), most)))
                    .append(' ')
                    .append(Markup.number(y(point.speedUp(), most)));
        }
        out.open("g", "class", "t0");
        out.leaf("path", "class", "curve", "d", path);
        for (Point point : points) {
            out.leaf("circle", "class", "dot", "cx", x(point.agents(), most), "cy", y(point.speedUp(), most), "r", 3.5);
        }
        out.close();
        out.leaf("rect", "class", "frame", "width", WIDTH, "height", HEIGHT);
        out.words("agents", "text", "class", "small quiet middle", "transform", Markup.moved(WIDTH / 2, HEIGHT + 38));
        out.words("speed-up", "text", "class", "small quiet middle", "transform", Markup.moved(-48, HEIGHT / 2));
        return out.close().close().close().end();
    }

    private static double x(double agents, int most) {
        return WIDTH * agents / most;
    }

    private static double y(double speedUp, int most) {
        return HEIGHT * (1 - Math.min(most, speedUp) / most);
    }
}
