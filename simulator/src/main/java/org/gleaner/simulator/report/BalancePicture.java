package org.gleaner.simulator.report;

import java.util.List;
import java.util.Locale;
import org.gleaner.simulator.experiment.Balance;
import org.gleaner.simulator.experiment.Balance.Sample;

/** How far problems are from their parts while more of them come, over time. An SVG that needs nothing else. */
public final class BalancePicture {
    private static final double WIDTH = 860;
    private static final double HEIGHT = 300;
    private static final double LEFT = 76;
    private static final double RIGHT = 26;
    private static final double HEAD = 56;
    private static final double FOOT = 52;
    private static final double HIGHEST = 0.7;
    private static final String SUBJECT = "Balance of problems of equal weight as more of them come";

    private BalancePicture() {}

    /** Follows the light or dark mode of whoever looks at it. */
    public static String of(List<Sample> samples) {
        return draw(samples, Looks.DARK);
    }

    /** Always light, for what is not looked at on a screen. */
    public static String onPaper(List<Sample> samples) {
        return draw(samples, "");
    }

    private static String draw(List<Sample> samples, String style) {
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
        for (double value : new double[] {0, 0.2, 0.4, 0.6}) {
            out.leaf("line", "class", "grid", "x1", 0, "x2", WIDTH, "y1", y(value), "y2", y(value));
            out.label(String.format(Locale.ROOT, "%.1f", value), "small end", -8, y(value) + 3.5);
        }
        for (int i = 0; i <= Balance.TIMES; i++) {
            double x = x(i * Balance.PHASE);
            out.leaf("line", "class", "grid", "x1", x, "x2", x, "y1", 0, "y2", HEIGHT);
            out.label(Balance.FIRST + Balance.MORE * i + " problems", "small", x + 4, HEIGHT + 17);
        }
        StringBuilder path = new StringBuilder();
        for (Sample sample : samples) {
            path.append(path.isEmpty() ? "M" : "L")
                    .append(Markup.number(x(sample.at())))
                    .append(' ')
                    .append(Markup.number(y(sample.sum())));
        }
        out.open("g", "class", "t0");
        out.leaf("path", "class", "curve", "d", path);
        out.close();
        out.leaf("rect", "class", "frame", "width", WIDTH, "height", HEIGHT);
        out.words("Σ|S|", "text", "class", "small quiet middle", "transform", Markup.moved(-48, HEIGHT / 2));
        return out.close().close().close().end();
    }

    private static double x(long at) {
        return WIDTH * at / ((Balance.TIMES + 1.0) * Balance.PHASE);
    }

    private static double y(double value) {
        return HEIGHT * (1 - Math.min(HIGHEST, value) / HIGHEST);
    }
}
