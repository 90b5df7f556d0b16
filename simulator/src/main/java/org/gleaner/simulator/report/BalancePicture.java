package org.gleaner.simulator.report;

import java.util.List;
import java.util.Locale;
import org.gleaner.simulator.experiment.Balance;
import org.gleaner.simulator.experiment.Balance.Sample;

/** How far problems are from their parts while more of them come, over time. An SVG that needs nothing else. */
public final class BalancePicture {
    private static final double WIDTH = 860;
    private static final double HEIGHT = 300;
    private static final double HIGHEST = 0.7;

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
        String subject = "Balance of problems of equal weight as more of them come";
        CurveFrame frame = new CurveFrame(subject, WIDTH, HEIGHT, style);
        for (double value : new double[] {0, 0.2, 0.4, 0.6}) {
            frame.level(y(value), String.format(Locale.ROOT, "%.1f", value));
        }
        for (int i = 0; i <= Balance.TIMES; i++) {
            double x = x(i * Balance.PHASE);
            frame.out().leaf("line", "class", "grid", "x1", x, "x2", x, "y1", 0, "y2", HEIGHT);
            frame.out().label(Balance.FIRST + Balance.MORE * i + " problems", "small", x + 4, HEIGHT + 17);
        }
        frame.curve(
                samples.stream()
                        .map(sample -> new CurveFrame.Place(x(sample.at()), y(sample.sum())))
                        .toList(),
                false);
        return frame.end("", "Σ|S|");
    }

    private static double x(long at) {
        return WIDTH * at / ((Balance.TIMES + 1.0) * Balance.PHASE);
    }

    private static double y(double value) {
        return HEIGHT * (1 - Math.min(HIGHEST, value) / HIGHEST);
    }
}
