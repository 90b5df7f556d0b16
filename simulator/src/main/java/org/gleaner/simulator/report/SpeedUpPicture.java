package org.gleaner.simulator.report;

import java.util.List;

/** How much faster many machines are than one, beside what would be ideal. An SVG that needs nothing else. */
public final class SpeedUpPicture {
    private static final double WIDTH = 620;
    private static final double HEIGHT = 420;
    private static final int STEPS = 4;

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
        CurveFrame frame = new CurveFrame("Speed-up with more agents", WIDTH, HEIGHT, style);
        int step = (most + STEPS - 1) / STEPS;
        for (int value = 0; value <= most; value += step) {
            frame.level(y(value, most), Integer.toString(value));
            frame.out().label(Integer.toString(value), "small middle", x(value, most), HEIGHT + 17);
        }
        frame.out().leaf("line", "class", "bound", "x1", 0, "x2", WIDTH, "y1", HEIGHT, "y2", 0);
        frame.curve(
                points.stream()
                        .map(point -> new CurveFrame.Place(x(point.agents(), most), y(point.speedUp(), most)))
                        .toList(),
                0,
                true);
        return frame.end("agents", "speed-up");
    }

    private static double x(double agents, int most) {
        return WIDTH * agents / most;
    }

    private static double y(double speedUp, int most) {
        return HEIGHT * (1 - Math.min(most, speedUp) / most);
    }
}
