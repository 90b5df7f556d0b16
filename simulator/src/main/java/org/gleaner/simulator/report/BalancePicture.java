package org.gleaner.simulator.report;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.gleaner.simulator.experiment.Balance;
import org.gleaner.simulator.experiment.Balance.Course;

/**
 * How far problems are from their parts while more of them come, over time; several courses as if all took equally
 * long. An SVG that needs nothing else.
 */
public final class BalancePicture {
    private static final double WIDTH = 860;
    private static final double HEIGHT = 300;
    private static final double HIGHEST = 0.7;
    /** From the right and the upper edge to what the curves are called. */
    private static final double INSET = 8;

    private static final double LINE = 14;

    private BalancePicture() {}

    /**
     * Follows the light or dark mode of whoever looks at it.
     *
     * @param courses by what they are called, in the order in which they are drawn; a single one needs no name
     */
    public static String of(Map<String, Course> courses) {
        return draw(courses, Looks.DARK);
    }

    /** Always light, for what is not looked at on a screen. */
    public static String onPaper(Map<String, Course> courses) {
        return draw(courses, "");
    }

    private static String draw(Map<String, Course> courses, String style) {
        String subject = "Balance of problems of equal weight as more of them come";
        CurveFrame frame = new CurveFrame(subject, WIDTH, HEIGHT, style);
        for (double value : new double[] {0, 0.2, 0.4, 0.6}) {
            frame.level(y(value), String.format(Locale.ROOT, "%.1f", value));
        }
        for (int i = 0; i <= Balance.TIMES; i++) {
            double x = WIDTH * i / (Balance.TIMES + 1.0);
            frame.out().leaf("line", "class", "grid", "x1", x, "x2", x, "y1", 0, "y2", HEIGHT);
            frame.out().label(Balance.problems(i) + " problems", "small", x + 4, HEIGHT + 17);
        }
        int number = 0;
        for (Map.Entry<String, Course> one : courses.entrySet()) {
            frame.curve(places(one.getValue()), number, false);
            if (courses.size() > 1) {
                name(frame, one.getKey(), number);
            }
            number++;
        }
        return frame.end("", "Σ|S|");
    }

    private static List<CurveFrame.Place> places(Course course) {
        return course.samples().stream()
                .map(sample -> new CurveFrame.Place(WIDTH * course.part(sample.at()), y(sample.sum())))
                .toList();
    }

    private static void name(CurveFrame frame, String words, int number) {
        double y = INSET + LINE * (number + 0.5);
        double x = WIDTH - INSET;
        frame.out().open("g", "class", CurveFrame.look(number));
        frame.out().leaf("line", "class", "curve", "x1", x - 24, "x2", x, "y1", y, "y2", y);
        frame.out().close();
        frame.out().label(words, "small end", x - 30, y + 3.5);
    }

    private static double y(double value) {
        return HEIGHT * (1 - Math.min(HIGHEST, value) / HIGHEST);
    }
}
